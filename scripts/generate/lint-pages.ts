import { posix } from 'node:path';
import type {
  LintRule,
  LintRuleSet,
  LintScoring,
  ServerSnapshot,
} from '../../packages/core/src/rules/mcp/lint.js';
import { GENERATED_NOTE, table } from './markdown.js';

interface Page {
  readonly path: string;
  readonly text: string;
}

/**
 * The index of each rule set and a page per rule: docs/catalog/lint.md and docs/catalog/lint/‹rule›.md for the default set,
 * docs/catalog/lint/‹set›.md and docs/catalog/lint/‹set›/‹rule›.md for any other.
 */
export function renderLintPages({
  ruleSets,
  defaultRuleSet,
}: {
  readonly ruleSets: readonly LintRuleSet[];
  readonly defaultRuleSet: LintRuleSet;
}): Page[] {
  return ruleSets.flatMap((set) => {
    const folder = set === defaultRuleSet ? 'docs/catalog/lint' : `docs/catalog/lint/${folderOf(set)}`;
    return [renderIndex(set, folder), ...set.rules.map((rule) => renderRule(rule, set, folder))];
  });
}

/** Name of the folder that holds a rule set. */
export function folderOf({ id }: LintRuleSet): string {
  return id.replace('/', '-');
}

/** Lists every rule in the order in which issues are reported, and explains how issues lead to a grade. */
function renderIndex({ id, rules, scoring }: LintRuleSet, folder: string): Page {
  const path = `${folder}.md`;
  const best = scoring.bands.map(({ atLeast, grade }) => [grade, `${atLeast} and more`]);
  const text = [
    `# Lint rules: ${id}\n\n`,
    GENERATED_NOTE,
    `\n${rules.length} rules. They look at what an MCP server says of itself: its name, its tools, resources and prompts. `,
    `Each violation is an issue and takes off points. How to run them: [docs/lint.md](${link(path, 'docs/lint.md')}); how we read them where they are silent: [spec/mcp-lint](${link(path, 'spec/mcp-lint')}).\n\n`,
    table(
      ['Rule', 'About', 'Severity', 'Points', 'What is wrong'],
      rules.map((rule) => [
        `[${rule.id}](${link(path, `${folder}/${rule.id}.md`)})`,
        ABOUT[rule.subject],
        rule.severity,
        String(pointsOf(rule, scoring)),
        rule.title,
      ]),
    ),
    `\n## Score and grade\n\nA server starts with ${scoring.full} points. `,
    `Each error takes off ${scoring.points.error}, each warning ${scoring.points.warning}, each info ${scoring.points.info}. `,
    `There are ${scoring.bonus.points} more where the server has a tool and every tool a description of ${scoring.bonus.descriptionLength} characters or more. `,
    `Then the sum is brought within 0 and ${scoring.full}.\n\n`,
    table(['Grade', 'Score'], [...best, ['F', 'less']]),
  ].join('');
  return { path, text };
}

/** A page of one rule. */
function renderRule(rule: LintRule, { id, scoring }: LintRuleSet, folder: string): Page {
  const path = `${folder}/${rule.id}.md`;
  const text = [
    `# ${rule.id}\n\n`,
    GENERATED_NOTE,
    `\n${rule.title}.\n\n`,
    table(
      ['Rule set', 'About', 'Severity', 'Points'],
      [[id, ABOUT[rule.subject], rule.severity, String(pointsOf(rule, scoring))]],
    ),
    `\n## Why\n\n${rule.why}\n`,
    `\n## Remedy\n\n${rule.fix}\n`,
    `\n## Found in\n\n${example(rule.examples.fail)}`,
    `\n## Not found in\n\n${example(rule.examples.pass)}`,
    `\n[All rules](${link(path, `${folder}.md`)})\n`,
  ].join('');
  return { path, text };
}

function link(page: string, to: string): string {
  return posix.relative(posix.dirname(page), to);
}

const ABOUT: Record<LintRule['subject'], string> = {
  server: 'the server',
  tool: 'each tool',
  property: 'each parameter',
  resource: 'each resource',
  prompt: 'each prompt',
  argument: 'each argument of a prompt',
  outcome: 'the grade',
};

function pointsOf(rule: LintRule, { points }: LintScoring): number {
  return rule.subject === 'outcome' ? 0 : points[rule.severity];
}

/** Shows parts of a snapshot; one without any is a server that offers nothing. */
function example(snapshot: Partial<ServerSnapshot>): string {
  const shown = Object.keys(snapshot).length === 0 ? { tools: [], resources: [], prompts: [] } : snapshot;
  return `\`\`\`json\n${JSON.stringify(shown, null, 2)}\n\`\`\`\n`;
}
