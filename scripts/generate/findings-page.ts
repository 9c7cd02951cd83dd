import type { FindingExample, FindingRule } from '../../packages/core/src/rules/finding.js';
import type {
  SelectionExample,
  SelectionFindingRule,
} from '../../packages/core/src/rules/selection-finding.js';
import { GENERATED_NOTE, table } from './markdown.js';

/** docs/catalog/findings.md: every deterministic finding with its reason, its remedy and an example of each kind. */
export function renderFindingsPage(rules: readonly FindingRule[]): string {
  const ordered = byCode(rules);
  const rows = ordered.map(({ code, id, severity, veto, areas }) => [
    code,
    `[${id}](#${id})`,
    severity,
    veto ?? '',
    areas.join(', '),
  ]);
  return [
    '# Findings\n\n',
    GENERATED_NOTE,
    `\n${ordered.length} rules. Code finds them by itself in a schema, its skills and its recorded endpoints. They are shown with a node and never enter its mean.\n\n`,
    table(['Code', 'Rule', 'Severity', 'Veto', 'Shown with'], rows),
    ...ordered.map((rule) => chapter(rule, schemaExample)),
  ].join('');
}

/** docs/catalog/selection-findings.md: the same for selections. */
export function renderSelectionFindingsPage(rules: readonly SelectionFindingRule[]): string {
  const ordered = byCode(rules);
  const rows = ordered.map(({ code, id, severity, areas }) => [
    code,
    `[${id}](#${id})`,
    severity,
    areas.join(', '),
  ]);
  return [
    '# Findings of a selection\n\n',
    GENERATED_NOTE,
    `\n${ordered.length} rules. Code finds them by itself in the About and the skills of a selection. They are shown with a node and never enter its mean. Those with the severity \`error\` keep a skill from being graded until it is mended.\n\n`,
    table(['Code', 'Rule', 'Severity', 'Shown with'], rows),
    ...ordered.map((rule) => chapter(rule, selectionExample)),
  ].join('');
}

function byCode<Rule extends { readonly code: string }>(rules: readonly Rule[]): Rule[] {
  return [...rules].sort((a, b) => (a.code < b.code ? -1 : a.code > b.code ? 1 : 0));
}

interface Documented<Example> {
  readonly id: string;
  readonly code: string;
  readonly why: string;
  readonly text: string;
  readonly hint: string;
  readonly examples: { readonly fail: Example; readonly pass: Example };
}

function chapter<Example>(
  { id, code, text, hint, why, examples }: Documented<Example>,
  show: (example: Example) => readonly string[],
): string {
  return [
    `\n## ${id}\n\n${code}: ${text}\n\n`,
    `- Why: ${why}\n- Remedy: ${hint}\n`,
    `\nFound in:\n\n${show(examples.fail).join('\n')}`,
    `\nNot found in:\n\n${show(examples.pass).join('\n')}`,
  ].join('');
}

function schemaExample({ source, ...rest }: FindingExample): string[] {
  return [fenced('js', source), ...contextOf(rest)];
}

function selectionExample({ about, ...rest }: SelectionExample): string[] {
  return [...(about === undefined ? [] : [`the About\n\n${fenced('md', about)}`]), ...contextOf(rest)];
}

function contextOf(rest: object): string[] {
  return Object.entries(rest).map(
    ([name, value]) => `with ${name}\n\n${fenced('json', JSON.stringify(value, null, 2))}`,
  );
}

function fenced(language: string, text: string): string {
  return `\`\`\`${language}\n${text.replace(/\n$/, '')}\n\`\`\`\n`;
}
