import { visibleJson } from '../../../documents/visible-text.js';
import type { ReportTarget } from './grading-report.js';
import { type GradingReportSource, problemAsJson } from './source.js';
import { createTally } from './tally.js';

/** Renders the report's model itself as JSON, target by target, with the totals at the end. */
export async function* renderGradingJson(source: GradingReportSource): AsyncGenerator<string> {
  const { tool, versions, generatedAt, failures } = source;
  const tally = createTally(source.book);
  yield `{\n${member('generatedAt', generatedAt)},\n${member('tool', tool)},\n${member('versions', versions)},\n  "targets": [`;
  let before = '\n    ';
  for await (const target of source.targets) {
    tally.add(target);
    yield before + indented(toJson(target), '    ');
    before = ',\n    ';
  }
  yield before.startsWith(',') ? '\n  ],\n' : '],\n';
  yield `${member('summary', tally.sum())},\n${member('status', failures.length === 0)},\n`;
  yield `${member('errors', failures.map(problemAsJson))}\n}\n`;
}

function toJson(target: ReportTarget): unknown {
  return { ...target, warnings: target.warnings.map(problemAsJson) };
}

function member(name: string, value: unknown): string {
  return `  ${JSON.stringify(name)}: ${indented(value, '  ')}`;
}

/**
 * Formats a value as indented JSON. JSON escapes line ends inside strings, so every line end found here starts a new
 * line of the layout.
 */
function indented(value: unknown, by: string): string {
  return visibleJson(JSON.stringify(value, null, 2)).replaceAll('\n', `\n${by}`);
}
