import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { buildLintReport } from '../../packages/core/src/features/lint/logic/report.js';
import type { LintMeasured } from '../../packages/core/src/rules/mcp/lint.js';
import type { LintedServer, LintReport } from '../../packages/core/src/rules/mcp/lint-report.js';
import type {
  MutableSnapshot,
  ShareRule,
  ShareRuleSet,
} from '../../packages/core/src/rules/mcp/share-rule.js';
import { ROOT } from '../source-files.js';

// What the rules find in recorded servers, and whether each finds its own defect where it is put into one of them.

const RECORDED = 'fixtures/mcp-servers/real';

/** The recorded servers, by file name. */
export function readRecordedServers(): LintedServer[] {
  const folder = `${ROOT}${RECORDED}`;
  const files = existsSync(folder) ? readdirSync(folder).sort() : [];
  return files
    .filter((file) => file.endsWith('.json') && file !== 'servers.json')
    .map((target) => {
      const said = JSON.parse(readFileSync(`${folder}/${target}`, 'utf8'));
      const snapshot = { tools: [], resources: [], prompts: [], ...said };
      return { target, snapshot, incomplete: [] };
    });
}

/** A tool of a server beside another, before and after a defect was put into it. */
export interface Injection {
  readonly before: LintedServer;
  readonly after: LintedServer;
}

/**
 * Puts the defect of a rule into tools of a server, one at a time. Each stands beside one other tool, which is enough for
 * every rule and keeps this fast.
 *
 * @param most number of tools
 */
export function injectDefect(rule: ShareRule, server: LintedServer, most: number): Injection[] {
  return pairsOf(server, most).flatMap((before) => {
    const snapshot = structuredClone(before.snapshot) as MutableSnapshot;
    const tool = snapshot.tools.at(-1);
    return tool && rule.mutate(tool, snapshot) ? [{ before, after: { ...before, snapshot } }] : [];
  });
}

const pairs = new WeakMap<LintedServer, LintedServer[]>();

/** The first tools of a server, each as the last of two; beside them stands the shortest of the others. */
function pairsOf(server: LintedServer, most: number): LintedServer[] {
  const known = pairs.get(server);
  if (known) return known.slice(0, most);
  const { tools } = server.snapshot;
  const byLength = [...tools].sort((a, b) => JSON.stringify(a).length - JSON.stringify(b).length);
  const all = tools.map((tool): LintedServer => {
    const beside = byLength.find((other) => other !== tool);
    const both = beside === undefined ? [tool] : [beside, tool];
    return { ...server, snapshot: { ...server.snapshot, tools: both, resources: [], prompts: [] } };
  });
  pairs.set(server, all);
  return all.slice(0, most);
}

/** How many issues of each rule a report has. */
export function countByRule({ issues }: Pick<LintReport, 'issues'>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { rule } of issues) counts.set(rule, (counts.get(rule) ?? 0) + 1);
  return counts;
}

/** Tools of each server that a defect is put into when documents are generated; the test takes more. */
const MOST_INJECTED = 3;

/** Measures every rule of a set on the recorded servers. */
export function measureRules(set: ShareRuleSet): Record<string, LintMeasured> {
  const servers = readRecordedServers();
  const all = servers.flatMap((server) => buildLintReport(server, { ruleSet: set }).issues);
  const found = countByRule({ issues: all });
  const tools = servers.reduce((sum, { snapshot }) => sum + snapshot.tools.length, 0);
  const entries = set.rules.map((rule) => {
    // Rules about two signals need the rules that give them.
    const rules = set.rules.filter(
      ({ id, class: name }) => id === rule.id || (rule.subject === 'signals' && name === 'suspect'),
    );
    const finds = (server: LintedServer) =>
      countByRule(buildLintReport(server, { ruleSet: { ...set, rules } })).get(rule.id) ?? 0;
    const injected = servers
      .flatMap((server) => injectDefect(rule, server, MOST_INJECTED))
      // A tool that has the defect already proves nothing.
      .filter(({ before }) => finds(before) === 0);
    const issues = found.get(rule.id) ?? 0;
    const { right } = rule;
    const measured: LintMeasured = {
      servers: servers.length,
      tools,
      issues,
      ...(right !== undefined && { right: right === 'by definition' ? issues : right }),
      injected: injected.length,
      found: injected.filter(({ after }) => finds(after) > 0).length,
    };
    return [rule.id, measured] as const;
  });
  return Object.fromEntries(entries);
}

/** Text of the measured.generated.ts of a rule set. */
export function renderMeasured(measured: Readonly<Record<string, LintMeasured>>): string {
  const rows = Object.entries(measured).map(([id, row]) => {
    const members = Object.entries(row).map(([key, value]) => `${key}: ${value}`);
    return `  '${id}': { ${members.join(', ')} },\n`;
  });
  return [
    '// Generated by `npm run generate` from the recorded servers. Do not edit.\n',
    "import type { LintMeasured } from '../lint.js';\n",
    `\nexport const measured: Readonly<Record<string, LintMeasured>> = {\n${rows.join('')}};\n`,
  ].join('');
}
