import type { ErrorCodeRow } from '../../packages/core/src/model/error-code.js';
import type {
  SelectionExample,
  SelectionFindingRule,
} from '../../packages/core/src/model/selection-finding.js';
import { GENERATED_NOTE, table } from './markdown.js';

/** docs/catalog/selection-findings.md: every deterministic finding of a selection with an example of each kind. */
export function renderSelectionFindingsPage(
  rules: readonly SelectionFindingRule[],
  codes: Readonly<Record<string, ErrorCodeRow>>,
): string {
  const ordered = [...rules].sort((a, b) => (a.code < b.code ? -1 : a.code > b.code ? 1 : 0));
  return [
    '# Findings of a selection\n\n',
    GENERATED_NOTE,
    `\n${ordered.length} rules. Code finds them by itself in the About and the skills of a selection. They are shown with a node and never enter its mean. Those with the severity \`error\` keep a skill from being graded until it is mended.\n\n`,
    table(
      ['Code', 'Rule', 'Severity', 'Shown with'],
      ordered.map(({ code, id, severity, areas }) => [code, `[${id}](#${id})`, severity, areas.join(', ')]),
    ),
    ...ordered.map((rule) => chapter(rule, codes[rule.code])),
  ].join('');
}

function chapter(
  { id, code, why, fix, examples }: SelectionFindingRule,
  row: ErrorCodeRow | undefined,
): string {
  return [
    `\n## ${id}\n\n${code}: ${row?.text ?? ''}\n\n`,
    `- Why: ${why}\n- Remedy: ${fix}\n`,
    `\nFound in:\n\n${example(examples.fail)}`,
    `\nNot found in:\n\n${example(examples.pass)}`,
  ].join('');
}

function example({ about, ...rest }: SelectionExample): string {
  const context = Object.entries(rest).map(
    ([name, value]) => `with ${name}\n\n\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\`\n`,
  );
  const text = about === undefined ? [] : [`the About\n\n\`\`\`md\n${about.replace(/\n$/, '')}\n\`\`\`\n`];
  return [...text, ...context].join('\n');
}
