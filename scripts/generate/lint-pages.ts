import type {
  LintRule,
  LintRuleSet,
  LintScoring,
  ServerSnapshot,
} from '../../packages/core/src/rules/mcp/lint.js';
import { GENERATED_NOTE, table } from './markdown.js';

/** docs/catalog/lint.md: every rule of a rule set in the order of its issues, and how issues lead to a grade. */
export function renderLintIndex({ id, rules, scoring }: LintRuleSet): string {
  const best = scoring.bands.map(({ atLeast, grade }) => [grade, `${atLeast} and more`]);
  return [
    `# Lint rules: ${id}\n\n`,
    GENERATED_NOTE,
    `\n${rules.length} rules. They look at what an MCP server says of itself: its name, its tools, resources and prompts. `,
    'Each violation is an issue and takes off points. How to run them: [docs/lint.md](../lint.md); how we read them where they are silent: [spec/mcp-lint/1.md](../../spec/mcp-lint/1.md).\n\n',
    table(
      ['Rule', 'About', 'Severity', 'Points', 'What is wrong'],
      rules.map((rule) => [
        `[${rule.id}](lint/${rule.id}.md)`,
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
}

/** docs/catalog/lint/‹rule›.md: a page per rule. */
export function renderLintPages({ id, rules, scoring }: LintRuleSet): { path: string; text: string }[] {
  return rules.map((rule) => ({
    path: `docs/catalog/lint/${rule.id}.md`,
    text: [
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
      '\n[All rules](../lint.md)\n',
    ].join(''),
  }));
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
