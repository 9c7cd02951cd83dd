import type { ErrorCodeRow } from '../../packages/core/src/model/error-code.js';
import type { FindingExample, FindingRule } from '../../packages/core/src/model/finding.js';
import { GENERATED_NOTE, table } from './markdown.js';

/** docs/catalog/findings.md: every deterministic finding with its reason, its remedy and an example of each kind. */
export function renderFindingsPage(
  rules: readonly FindingRule[],
  codes: Readonly<Record<string, ErrorCodeRow>>,
): string {
  const ordered = [...rules].sort((a, b) => (a.code < b.code ? -1 : a.code > b.code ? 1 : 0));
  return [
    '# Findings\n\n',
    GENERATED_NOTE,
    `\n${ordered.length} rules. Code finds them by itself in a schema, its skills and its recorded endpoints. They are shown with a node and never enter its mean.\n\n`,
    table(
      ['Code', 'Rule', 'Severity', 'Veto', 'Shown with'],
      ordered.map(({ code, id, severity, veto, areas }) => [
        code,
        `[${id}](#${id})`,
        severity,
        veto ?? '',
        areas.join(', '),
      ]),
    ),
    ...ordered.map((rule) => chapter(rule, codes[rule.code])),
  ].join('');
}

function chapter({ id, code, why, fix, examples }: FindingRule, row: ErrorCodeRow | undefined): string {
  return [
    `\n## ${id}\n\n${code}: ${row?.text ?? ''}\n\n`,
    `- Why: ${why}\n- Remedy: ${fix}\n`,
    `\nFound in:\n\n${example(examples.fail)}`,
    `\nNot found in:\n\n${example(examples.pass)}`,
  ].join('');
}

function example({ source, ...rest }: FindingExample): string {
  const context = Object.entries(rest).map(
    ([name, value]) => `\nwith ${name}\n\n\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\`\n`,
  );
  return [`\`\`\`js\n${source.replace(/\n$/, '')}\n\`\`\`\n`, ...context].join('');
}
