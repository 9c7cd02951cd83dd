import { describeProblem, isLintGate, oneLine, type Problem } from '@flowmcp/grading-core/commands';
import { shownGrade } from '@flowmcp/grading-core/features/lint/logic/adjust';
import type { LintProblem, LintResult } from '@flowmcp/grading-core/features/lint/options';
import colours from 'picocolors';
import { counted, wrap } from '../terminal/layout.js';
import { groupBy } from '../terminal/problems.js';
import { renderTable } from '../terminal/table.js';

type LintReport = LintResult['results'][number];
type LintIssue = LintReport['issues'][number];
/** How a score was calculated, see `explainSum`. */
interface LintSum {
  readonly terms: readonly string[];
  readonly sum: number;
  readonly score: number;
  readonly because: string | null;
}

const WIDTH = 80;
const GRADES = ['A', 'B', 'C', 'D', 'F'] as const;
/** Marks the grade of a server that was not read completely. */
const PART = '*';

/** Renders several targets, one line each, followed by the number of targets with each grade. */
function renderTargets(reports: readonly LintReport[]): string {
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
    ...(isPart ? [`${PART} partial grade: a list of this server could not be read`] : []),
  ].join('\n');
}

/** Counts issues by rule, the most frequent first. */
function renderRuleCounts(listed: readonly LintReport['issues'][]): string {
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

/** Maximum number of issues that a run lists one by one; above that, it counts them by rule. */
const MAX_ISSUES = 100;
/** Maximum number of failing targets that are named for a gate. */
const MAX_GATED = 20;

/**
 * Renders one target as a full report, and several as a table, together with their issues if there are only a few.
 *
 * @param sums how the score of each report was calculated, in the order of the reports
 */
export function renderLint({ results, errors }: LintResult, sums: readonly LintSum[]): string {
  const listed = results.map((report) => report.diff?.added ?? report.issues);
  const isListed = listed.flat().length <= MAX_ISSUES;
  const isSingle = results.length === 1;
  const blocks = results.flatMap((report, at) => {
    const issues = listed[at] ?? [];
    const sum = sums[at];
    if (!sum || (!isSingle && (!isListed || issues.length === 0))) return [];
    const rest = issues.length - MAX_ISSUES;
    return [
      [
        ...renderHead(report, sum),
        ...(issues.length > 0 ? ['', ...renderIssues(issues.slice(0, MAX_ISSUES))] : []),
        ...(rest > 0 ? [`  … and ${counted(rest, 'more issue')}: --json lists them all`] : []),
        ...(report.diff ? [`  ${report.diff.accepted} accepted by the baseline; --json lists them`] : []),
      ].join('\n'),
    ];
  });
  const gates = errors.filter(isLintGate);
  const isFound = listed.some(({ length }) => length > 0);
  return [
    ...blocks,
    ...(results.length > 1 ? [renderTargets(results)] : []),
    ...(isSingle || isListed ? [] : [renderRuleCounts(listed), MANY]),
    ...(gates.length > 0 ? [renderGates(gates, isSingle)] : []),
    ...(isFound ? ['flowmcp lint --explain <rule> explains why a rule exists and how to comply'] : []),
  ].join('\n\n');
}

const MANY =
  'There are too many issues to list here. Lint one target at a time to see its\nissues; --json lists all of them.';

/** Lists failed gates; names their targets unless only one target was linted. */
function renderGates(gates: readonly LintProblem[], isSingle: boolean): string {
  const messages = gates.map((known) => ({ ...known, message: describeProblem(known).message }));
  if (isSingle) return messages.map(({ message }) => `${colours.red('fails:')} ${message}`).join('\n');
  const failed = [...groupBy(messages, ({ target }) => target)];
  const more = failed.length - MAX_GATED;
  return [
    `${counted(failed.length, 'target')} fail${failed.length === 1 ? 's' : ''}:`,
    ...failed
      .slice(0, MAX_GATED)
      .flatMap(([target, found]) => found.map(({ message }) => `  ${oneLine(target)}: ${message}`)),
    ...(more > 0 ? [`  … and ${more} more: --json lists them all`] : []),
  ].join('\n');
}

/** Adds the target to problems without a file, so that they are grouped by target. */
export function withTargets(problems: readonly LintProblem[]): Problem[] {
  return problems.map(({ target, ...problem }) => ({
    ...problem,
    where: { file: oneLine(target), ...problem.where },
  }));
}

/** The target, its grade, and how its score was calculated. */
function renderHead(report: LintReport, sum: LintSum): string[] {
  const { target, score, server, summary, tokenEstimate, incomplete = [] } = report;
  const { declared = [], observations = [] } = report;
  const named = [server.name, server.version].filter((text) => text !== null).map(oneLine);
  const lists = [
    counted(summary.tools, 'tool'),
    counted(summary.resources, 'resource'),
    counted(summary.prompts, 'prompt'),
  ].join(', ');
  return [
    `${colours.bold(oneLine(target))}: ${incomplete.length > 0 ? 'only partly read; the part that was read: ' : ''}${paintGrade(shownGrade(report))} (${score})`,
    `  ${wrap(formatSum(sum), WIDTH, 2)}`,
    `  ${wrap(`${named.length > 0 ? `${named.join(' ')}: ` : ''}${lists}, about ${counted(tokenEstimate.total, 'token')}`, WIDTH, 2)}`,
    ...incomplete.map(
      ({ list, reason }) =>
        `  ${colours.red(wrap(`not all ${list} could be read: ${oneLine(reason)}`, WIDTH, 2))}`,
    ),
    ...(declared.length > 0 ? [`  asked by a client that declares ${declared.map(oneLine).join(', ')}`] : []),
    ...observations.map(({ detail }) => `  ${wrap(`observed: ${oneLine(detail)}`, WIDTH, 2)}`),
  ];
}

/** `100 − 15×1 + 5 = 90`. */
function formatSum({ terms, sum, score, because }: LintSum): string {
  if (terms.length === 1 && because === null) return `${score}`;
  const bounded = because === null ? '' : `, so ${score}: ${because}`;
  return `${terms.join(' ')} = ${String(sum).replace('-', '−')}${bounded}`;
}

/** Issues that are not accepted, grouped by subject. */
function renderIssues(issues: readonly LintIssue[]): string[] {
  const width = Math.max(0, ...issues.map((issue) => placeOf(issue).length));
  return [
    ...groupBy(issues, ({ category, target }) => `${category === 'server' ? '' : `${category} `}${target}`),
  ].flatMap(([owner, found]) => [
    `  ${colours.underline(oneLine(owner))}`,
    ...found.map((issue) => renderIssue(issue, width)),
  ]);
}

function renderIssue(issue: LintIssue, width: number): string {
  const place = width === 0 ? '' : `${placeOf(issue).padStart(width)}  `;
  const indent = 4 + place.length + 'warning  '.length;
  const text = wrap(`${oneLine(issue.message)} (${issue.rule})`, WIDTH, indent);
  return `    ${colours.dim(place)}${paintSeverity(issue.severity)}  ${text}`;
}

function placeOf({ where }: LintIssue): string {
  return where?.line === undefined ? '' : `${where.line}:${where.column ?? 1}`;
}

export function paintSeverity(severity: LintIssue['severity']): string {
  const paints = { error: colours.red, warning: colours.yellow, info: colours.blue };
  return paints[severity](severity.padEnd('warning'.length));
}

function paintGrade(grade: string): string {
  if (grade.startsWith('A') || grade.startsWith('B')) return colours.green(grade);
  return grade.startsWith('C') ? colours.yellow(grade) : colours.red(grade);
}
