import { oneLine } from '@flowmcp/grading-core/commands';
import { counted } from './count.js';
import { type LintReport, paintGrade, paintSeverity } from './lint-report.js';
import { renderTable } from './table.js';

const WIDTH = 80;
const GRADES = ['A', 'B', 'C', 'D', 'F'] as const;
/** Behind the grade of a server that was not read as a whole. */
const PART = '*';

/** Several targets, one line each, and their number by grade. */
export function renderTargets(reports: readonly LintReport[]): string {
  const rows = reports.map(({ target, grade, score, summary, tokenEstimate, incomplete }) => [
    oneLine(target),
    incomplete ? `${grade}${PART}` : grade,
    ...[score, summary.errors, summary.warnings, summary.infos, tokenEstimate.total].map(String),
  ]);
  const table = renderTable({
    head: ['target', 'grade', 'score', 'errors', 'warnings', 'infos', 'tokens'],
    rows,
    width: WIDTH,
    paint: (text, column) => (column === 1 ? paintGrade(text) : text),
  });
  const shown = rows.map(([, grade]) => grade);
  const byGrade = GRADES.flatMap((grade) => [grade, `${grade}${PART}`]).flatMap((grade) => {
    const count = shown.filter((one) => one === grade).length;
    return count === 0 ? [] : [`${count} ${grade}`];
  });
  const isPart = reports.some(({ incomplete }) => incomplete);
  return [
    table,
    '',
    `${counted(reports.length, 'target')}: ${byGrade.join(', ')}`,
    ...(isPart ? [`${PART} of a part only: a list of this server could not be read`] : []),
  ].join('\n');
}

/** Many issues, counted by their rules, the most frequent one first. */
export function renderRuleCounts(listed: readonly LintReport['issues'][]): string {
  const counts = new Map<
    string,
    { severity: LintReport['issues'][number]['severity']; issues: number; targets: number }
  >();
  for (const issues of listed) {
    const seen = new Set<string>();
    for (const { rule, severity } of issues) {
      const count = counts.get(rule) ?? { severity, issues: 0, targets: 0 };
      count.issues += 1;
      if (!seen.has(rule)) count.targets += 1;
      seen.add(rule);
      counts.set(rule, count);
    }
  }
  const rows = [...counts]
    .sort(([, a], [, b]) => b.issues - a.issues)
    .map(([rule, { severity, issues, targets }]) => [rule, severity, String(issues), String(targets)]);
  return renderTable({
    head: ['rule', 'severity', 'issues', 'targets'],
    rows,
    width: WIDTH,
    paint: (text, column) => (column === 1 ? paintSeverity(text as 'error' | 'warning' | 'info') : text),
  });
}
