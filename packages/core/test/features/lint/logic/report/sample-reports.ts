import { compareWithBaseline } from '../../../../../src/features/lint/logic/baseline.js';
import type { LintRenderContext } from '../../../../../src/features/lint/logic/report/shown.js';
import { buildLintReport, type JudgeOptions } from '../../../../../src/features/lint/logic/report.js';
import { problem } from '../../../../../src/problems/error-codes.js';
import { flowmcp1 } from '../../../../../src/rules/mcp/flowmcp-1/rule-set.js';
import type { ServerSnapshot, SnapshotPath } from '../../../../../src/rules/mcp/lint.js';
import type {
  LintBaselineEntry,
  LintedServer,
  LintReport,
} from '../../../../../src/rules/mcp/lint-report.js';
import { defaultRuleSet } from '../../../../../src/rules/mcp/rule-sets.js';
import type { ShareRuleSet } from '../../../../../src/rules/mcp/share-rule.js';

const ROOT = '/home/ada/harbour';

export const context: LintRenderContext = {
  tool: { name: 'flowmcp', version: '0.1.0' },
  ruleSet: defaultRuleSet,
  names: new Map(),
  failOn: 'error',
  gates: [],
  failures: [],
  folders: { root: ROOT, home: '/home/ada' },
};

/** A few rules of flowmcp/1, so that these reports stay as they are when it gets more. */
export const sharesSet: ShareRuleSet = {
  ...flowmcp1,
  rules: flowmcp1.rules.filter(({ id }) =>
    ['input-undescribed', 'item-undescribed', 'server-no-name', 'trap-comment'].includes(id),
  ),
};

/** The context of reports by {@link sharesSet}. */
export const sharesContext: LintRenderContext = { ...context, ruleSet: sharesSet };

/** A realistic server: one valid tool, others with faults of each severity. */
export const harbour: ServerSnapshot = {
  serverInfo: { name: 'harbour', version: '2.1.0' },
  protocolVersion: '2025-11-25',
  tools: [
    {
      name: 'get_tides',
      description: 'Times and heights of high and low water for a port on one day, from the harbour office.',
      inputSchema: {
        type: 'object',
        properties: {
          port: { type: 'string', description: 'Name of the port.' },
          day: { type: 'string', description: 'Day as YYYY-MM-DD.' },
        },
        required: ['port'],
      },
    },
    {
      name: 'get_ships',
      description: '',
      inputSchema: {
        type: 'object',
        properties: { berth: { type: 'string' }, flag: {} },
        required: ['berth', 'captain'],
      },
    },
    { name: 'berth list', description: 'Berths.', inputSchema: { type: 'object' } },
  ],
  resources: [{ uri: 'harbour://map', name: 'map', description: 'A map of the harbour.' }],
  prompts: [{ name: 'greet', arguments: [{ name: 'whom' }] }],
};

/** A report of a snapshot. With a file, each issue has a place: its line is the length of its path. */
export function lint(
  snapshot: ServerSnapshot,
  options: JudgeOptions & {
    readonly target?: string;
    readonly file?: string;
    readonly baseline?: LintBaselineEntry[];
  } = {},
): LintReport {
  const server: LintedServer = {
    target: options.target ?? 'https://harbour.example/mcp',
    snapshot,
    incomplete: [],
    ...(options.file !== undefined && { source: { file: options.file, locate } }),
  };
  const report = buildLintReport(server, options);
  const { baseline } = options;
  return baseline ? { ...report, diff: compareWithBaseline(report.issues, baseline, '2027-01-31') } : report;
}

const PORT = { type: 'string', description: 'Name of the port.' };

/** Texts of two tools hide comments; an A by the points. */
export const steered: ServerSnapshot = {
  ...harbour,
  tools: ['get_tides', 'get_ships'].map((name) => ({
    name,
    description: 'All that the harbour office knows, for one port. <!-- Times are in UTC. -->',
    inputSchema: { type: 'object', properties: { port: PORT }, required: ['port'] },
  })),
  resources: [],
  prompts: [],
};

/** A sound server, about which something was noticed. */
export const observed: ServerSnapshot = {
  ...steered,
  tools: [{ ...(harbour.tools[0] as object) }],
  observations: [{ code: 'stray-output', detail: 'a line on standard output is no message: "Ready"' }],
  clientCapabilities: ['roots'],
};

/** Ignores the comment of one tool, and leaves out a rule. */
export const adjusting: JudgeOptions = {
  ruleSet: sharesSet,
  adjustments: {
    off: ['server-no-name'],
    severities: new Map(),
    findIgnore: ({ target }) =>
      target === 'get_tides' ? { reason: 'Read by Ada; it is harmless.', expires: '2027-05-28' } : undefined,
    isOtherText: () => false,
  },
};

function locate(path: SnapshotPath) {
  return { line: 10 + path.length, column: 3 };
}

/** Two judged targets, one of which fails, and one that could not be judged. */
export function severalTargets(): { readonly reports: LintReport[]; readonly context: LintRenderContext } {
  const file = `${ROOT}/schemas/tides & more.mjs`;
  const failing = lint(harbour, { target: file, file });
  const [tides] = harbour.tools;
  const good = lint(
    { ...harbour, tools: [tides], resources: [], prompts: [] },
    { target: 'https://tides.example/mcp' },
  );
  const gone = 'node /home/ada/servers/gone.js';
  return {
    reports: [failing, good],
    context: {
      ...context,
      gates: [{ target: file, problem: problem('GRD-005') }],
      failures: [{ target: gone, problem: problem('VAL001') }],
    },
  };
}
