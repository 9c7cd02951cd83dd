import { posix } from 'node:path';
import { showExample } from '../../packages/core/src/features/lint/explain-rules.js';
import type { LintMeasured, ServerSnapshot } from '../../packages/core/src/rules/mcp/lint.js';
import type { AnyLintRule, LintRuleSet } from '../../packages/core/src/rules/mcp/lint-report.js';
import { HIDDEN_CHARACTERS } from '../../packages/core/src/rules/mcp/reading/sentences.js';
import type { ShareRule, ShareRuleSet } from '../../packages/core/src/rules/mcp/share-rule.js';
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
  measured = {},
}: {
  readonly ruleSets: readonly LintRuleSet[];
  readonly defaultRuleSet: LintRuleSet;
  /** What rules find in recorded servers, by rule set and rule. */
  readonly measured?: Readonly<Record<string, Readonly<Record<string, LintMeasured>>>>;
}): Page[] {
  return ruleSets.flatMap((set) => {
    const folder = set === defaultRuleSet ? 'docs/catalog/lint' : `docs/catalog/lint/${folderOf(set)}`;
    return [
      renderIndex(set, folder),
      ...set.rules.map((rule) => renderRule(rule, { set, folder, measured: measured[set.id]?.[rule.id] })),
    ];
  });
}

/** Name of the folder that holds a rule set. */
export function folderOf({ id }: LintRuleSet): string {
  return id.replace('/', '-');
}

/** Lists every rule in the order in which issues are reported, and explains how issues lead to a grade. */
function renderIndex(set: LintRuleSet, folder: string): Page {
  const path = `${folder}.md`;
  const text = [
    `# Lint rules: ${set.id}\n\n`,
    GENERATED_NOTE,
    `\n${set.rules.length} rules. They look at what an MCP server says of itself: its name, its tools, resources and prompts. `,
    `Each violation is an issue and takes off points. How to run them: [docs/lint.md](${link(path, 'docs/lint.md')}); how we read them where they are silent: [spec/mcp-lint](${link(path, 'spec/mcp-lint')}).\n\n`,
    table(
      ['Rule', 'About', 'Severity', set.kind === 'points' ? 'Points' : 'Class and share', 'What is wrong'],
      set.rules.map((rule) => [
        `[${rule.id}](${link(path, `${folder}/${rule.id}.md`)})`,
        ABOUT[rule.subject],
        rule.severity,
        costOf(rule, set),
        rule.title,
      ]),
    ),
    '\n## Score and grade\n\n',
    set.kind === 'points' ? explainPoints(set.scoring) : explainShares(set.scoring),
    table(
      ['Grade', 'Score'],
      [...set.scoring.bands.map(({ atLeast, grade }) => [grade, `${atLeast} and more`]), ['F', 'less']],
    ),
  ].join('');
  return { path, text };
}

function explainPoints({ full, points, bonus }: Extract<LintRuleSet, { kind: 'points' }>['scoring']): string {
  return [
    `A server starts with ${full} points. `,
    `Each error takes off ${points.error}, each warning ${points.warning}, each info ${points.info}. `,
    `There are ${bonus.points} more where the server has a tool and every tool a description of ${bonus.descriptionLength} characters or more. `,
    `Then the sum is brought within 0 and ${full}.\n\n`,
  ].join('');
}

function explainShares({ full, budgets, caps }: ShareRuleSet['scoring']): string {
  return [
    `A server starts with ${full} points. Each group can cost its budget; a member of the group loses once, by its worst issue, and a group costs its budget times the mean loss of its members.\n\n`,
    table(
      ['Group', 'Budget'],
      Object.entries(budgets).map(([group, budget]) => [group, String(budget)]),
    ),
    '\nWhatever else is right, one issue of these classes limits the score:\n\n',
    table(
      ['Class', 'At most'],
      Object.entries(caps).map(([name, at]) => [name, String(at)]),
    ),
    '\n',
  ].join('');
}

/** A page of one rule. */
function renderRule(
  rule: AnyLintRule,
  {
    set,
    folder,
    measured,
  }: {
    readonly set: LintRuleSet;
    readonly folder: string;
    readonly measured: LintMeasured | undefined;
  },
): Page {
  const path = `${folder}/${rule.id}.md`;
  const text = [
    `# ${rule.id}\n\n`,
    GENERATED_NOTE,
    `\n${rule.title}.\n\n`,
    table(
      ['Rule set', 'About', 'Severity', set.kind === 'points' ? 'Points' : 'Class and share'],
      [[set.id, ABOUT[rule.subject], rule.severity, costOf(rule, set)]],
    ),
    `\n## Why\n\n${rule.why}\n`,
    ...('evidence' in rule ? [renderEvidence(rule)] : []),
    `\n## Remedy\n\n${rule.fix}\n`,
    measured ? renderMeasured(measured) : '',
    `\n## Found in\n\n${example(rule.examples.fail)}`,
    `\n## Not found in\n\n${example(rule.examples.pass)}`,
    `\n[All rules](${link(path, `${folder}.md`)})\n`,
  ].join('');
  return { path, text };
}

function renderMeasured({ servers, tools, issues, right, injected, found }: LintMeasured): string {
  const judged = issues === 0 || right === undefined ? '' : `, ${right} of them right`;
  const proof = injected === 0 ? '' : ` Put into ${injected} of the tools, the defect was found in ${found}.`;
  return `\n## Measured\n\nIn ${servers} recorded servers with ${tools} tools: ${issues} issues${judged}.${proof}\n`;
}

function renderEvidence({ evidence }: ShareRule): string {
  return (
    evidence.map(({ source, says }) => `\n- ${source}: ${says}`).join('') + (evidence.length > 0 ? '\n' : '')
  );
}

function link(page: string, to: string): string {
  return posix.relative(posix.dirname(page), to);
}

const ABOUT: Record<AnyLintRule['subject'], string> = {
  server: 'the server',
  tool: 'each tool',
  property: 'each parameter',
  resource: 'each resource',
  prompt: 'each prompt',
  argument: 'each argument of a prompt',
  outcome: 'the grade',
  item: 'each tool, resource, template and prompt',
  schema: 'each schema of a tool',
  input: 'each input',
  text: 'each text that a model reads',
  signals: 'each text that a model reads',
};

/** `15`; in a set that scores by shares, the class and what a member loses: `smell, 1 of inputs`. */
function costOf(rule: AnyLintRule, set: LintRuleSet): string {
  if ('class' in rule) return rule.group ? `${rule.class}, ${rule.loss} of ${rule.group}` : rule.class;
  if (set.kind === 'shares' || rule.subject === 'outcome') return '0';
  return String(set.scoring.points[rule.severity]);
}

/** Shows parts of a snapshot; one without any is a server that offers nothing. */
function example(snapshot: Partial<ServerSnapshot>): string {
  const shown = Object.keys(snapshot).length === 0 ? { tools: [], resources: [], prompts: [] } : snapshot;
  const text = showExample(shown).replace(HIDDEN_CHARACTERS, escapeUnits);
  return `\`\`\`json\n${text}\n\`\`\`\n`;
}

/** Writes a character as JSON escapes, so that a reader of the page sees it. */
function escapeUnits(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}
