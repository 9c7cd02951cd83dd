import { describeProblem, groupBy, oneLine } from '@flowmcp/grading-core/commands';
import { explainLift, sayLift } from '@flowmcp/grading-core/features/lint/logic/explain-lift';
import { explainSum } from '@flowmcp/grading-core/features/lint/logic/explain-sum';
import { isLintGate } from '@flowmcp/grading-core/features/lint/logic/judge-gates';
import {
  ADJUSTED,
  sayAlerts,
  sayBeside,
  sayIgnored,
  sayObserved,
  sayParts,
  shownGrade,
  tokenBand,
} from '@flowmcp/grading-core/features/lint/logic/report/shown';
import type { LintProblem, LintResult } from '@flowmcp/grading-core/features/lint/options';
import colours from 'picocolors';
import { COMMAND_NAME } from '../terminal/command-name.js';
import { counted, splitFolder, terminalWidth, wrap } from '../terminal/layout.js';
import { renderTable } from '../terminal/table.js';

type LintReport = LintResult['results'][number];
type LintIssue = LintReport['issues'][number];
type IgnoredIssue = NonNullable<LintReport['ignored']>[number];

const WIDTH = 80;
const GRADES = ['A', 'B', 'C', 'D', 'F'] as const;
/** Marks the grade of a server that was not read completely; the second one stands beside adjusted grades. */
const PARTS = ['*', '†'] as const;

/** Renders several targets, one line each, followed by the number of targets with each grade. */
function renderTargets(reports: readonly LintReport[]): string {
  const isAdjusted = reports.some(({ adjusted }) => adjusted);
  const partMark = PARTS[isAdjusted ? 1 : 0];
  const markOf = (report: LintReport) => `${shownGrade(report)}${report.incomplete ? partMark : ''}`;
  const { folder, names } = splitFolder(reports.map(({ target }) => oneLine(target)));
  const rows = reports.map((report, at) => {
    const { score, summary, tokenEstimate, alerts } = report;
    return [
      names[at] ?? '',
      `${markOf(report)}${alerts ? ', alert' : ''}`,
      ...[score, summary.errors, summary.warnings, summary.infos, tokenEstimate.total].map(String),
    ];
  });
  const table = renderTable({
    head: ['target', 'grade', 'score', 'errors', 'warnings', 'infos', 'tokens'],
    rows,
    width: terminalWidth(),
    paint: (text, column) => (column === 1 ? paintGrade(text) : text),
  });
  const shown = reports.map(markOf);
  const marks = ['', '*', ...(isAdjusted ? [partMark, `*${partMark}`] : [])];
  const byGrade = GRADES.flatMap((grade) => marks.map((mark) => `${grade}${mark}`)).flatMap((grade) => {
    const count = shown.filter((one) => one === grade).length;
    return count === 0 ? [] : [`${count} ${grade}`];
  });
  const alerting = reports.filter(({ alerts }) => alerts).length;
  const isPart = reports.some(({ incomplete }) => incomplete);
  const band = reports[0] ? tokenBand(reports[0].ruleset) : '';
  return [
    ...(folder === '' ? [] : [`in ${folder}:`]),
    table,
    '',
    `${counted(reports.length, 'target')}: ${byGrade.join(', ')}${alerting > 0 ? `; ${alerting} with alerts` : ''}`,
    ...(isPart ? [`${partMark} partial grade: a list of this server could not be read`] : []),
    ...(isAdjusted ? [`* ${ADJUSTED}`] : []),
    ...(band === '' ? [] : [`tokens are estimates, ${band}`]),
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
    width: terminalWidth(),
    paint: (text, column) => (column === 1 ? paintSeverity(text as 'error' | 'warning' | 'info') : text),
  });
}

/** Maximum number of issues that a run lists one by one; above that, it counts them by rule. */
const MAX_ISSUES = 100;
/** Maximum number of failing targets that are named for a gate. */
const MAX_GATED = 20;

/**
 * Renders one target as a full report, and several as a table, together with their issues if there are only a few. Alerts
 * and traps come first.
 */
export function renderLint({ results, errors }: LintResult): string {
  const listed = results.map((report) => report.diff?.added ?? report.issues);
  const isListed = listed.flat().length <= MAX_ISSUES;
  const isSingle = results.length === 1;
  const blocks = results.flatMap((report, at) => {
    const issues = isSingle || isListed ? (listed[at] ?? []) : [];
    const { alerts = [], ignored = [] } = report;
    if (!isSingle && issues.length === 0 && ignored.length === 0) return [];
    return [
      [
        ...renderHead(report),
        ...(isSingle && alerts.length > 0 ? ['', ...renderGroup('alerts', alerts)] : []),
        ...(issues.length > 0 ? ['', ...renderIssues(issues.slice(0, MAX_ISSUES))] : []),
        ...sayRest(issues.length, 'more issue'),
        ...(ignored.length > 0 ? ['', ...renderIgnored(ignored)] : []),
        ...(report.diff ? [`  ${report.diff.accepted} accepted by the baseline; --json lists them`] : []),
      ].join('\n'),
    ];
  });
  const gates = errors.filter(isLintGate);
  const isFound = results.some(({ alerts }, at) => alerts || (listed[at] ?? []).length > 0);
  return [
    ...(isSingle ? [] : renderFirst(results, isListed)),
    ...blocks,
    ...(results.length > 1 ? [renderTargets(results)] : []),
    ...(isSingle || isListed ? [] : [renderRuleCounts(listed), MANY]),
    ...(gates.length > 0 ? [renderGates(gates, isSingle)] : []),
    ...(isFound
      ? [`${COMMAND_NAME} lint --explain <rule> explains why a rule exists and how to comply`]
      : []),
  ].join('\n\n');
}

/** What must not be missed among several targets: alerts, traps that are not listed below, and those ignored. */
function renderFirst(results: readonly LintReport[], isListed: boolean): string[] {
  const urgent = results.map(({ target, issues, diff, alerts = [] }) => {
    const traps = isListed ? [] : (diff?.added ?? issues).filter((issue) => issue.class === 'trap');
    return { target, found: [...alerts, ...traps] };
  });
  const count = urgent.flatMap(({ found }) => found).length;
  const title = results.some(({ alerts }) => alerts) ? sayAlerts(count) : counted(count, 'trap');
  const groups = urgent.filter(({ found }) => found.length > 0).slice(0, MAX_GATED);
  const ignored = sayIgnored(results.flatMap((report) => report.ignored ?? []));
  return [
    ...(ignored === '' ? [] : [ignored]),
    ...(count === 0
      ? []
      : [
          [colours.red(title), ...groups.flatMap(({ target, found }) => renderGroup(target, found))].join(
            '\n',
          ),
        ]),
  ];
}

function sayRest(count: number, noun: string): string[] {
  const rest = count - MAX_ISSUES;
  return rest > 0 ? [`  … and ${counted(rest, noun)}: --json lists them all`] : [];
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

/** The target, its grade, and how its score was calculated. */
function renderHead(report: LintReport): string[] {
  const { target, score, server, summary, tokenEstimate, incomplete = [], parts = [] } = report;
  const lifts = explainLift(report).map(sayLift);
  const band = tokenBand(report.ruleset);
  const tokens = `about ${counted(tokenEstimate.total, 'token')}${band === '' ? '' : ` (${band})`}`;
  const named = [server.name, server.version].filter((text) => text !== null).map(oneLine);
  const lists = [
    counted(summary.tools, 'tool'),
    counted(summary.resources, 'resource'),
    counted(summary.prompts, 'prompt'),
  ].join(', ');
  return [
    `${colours.bold(oneLine(target))}: ${incomplete.length > 0 ? 'only partly read; the part that was read: ' : ''}${paintGrade(shownGrade(report))} (${score})${colours.red(sayBeside(report))}`,
    `  ${wrap(formatSum(report), WIDTH, 2)}`,
    ...(parts.some(({ loss }) => loss > 0) ? [`  ${wrap(`lost: ${sayParts(report)}`, WIDTH, 2)}`] : []),
    `  ${wrap(`${named.length > 0 ? `${named.join(' ')}: ` : ''}${lists}, ${tokens}`, WIDTH, 2)}`,
    ...sayObserved(report).map((said) => `  ${wrap(oneLine(said), WIDTH, 4)}`),
    ...(report.adjusted ? [`  ${wrap(`* ${ADJUSTED} (${report.adjusted.join(', ')})`, WIDTH, 4)}`] : []),
    ...incomplete.map(
      ({ list, reason }) =>
        `  ${colours.red(wrap(`not all ${list} could be read: ${oneLine(reason)}`, WIDTH, 2))}`,
    ),
    ...(lifts.length > 0 ? ['  what would lift the score most:', ...lifts.map((lift) => `    ${lift}`)] : []),
  ];
}

/** `100 − 15×1 + 5 = 90`. */
function formatSum(report: LintReport): string {
  const { terms, sum, score, because } = explainSum(report);
  const bounded = because === null ? '' : `, so ${score}: ${because}`;
  if (terms.length === 1) return `${sum}${bounded}`;
  return `${terms.join(' ')} = ${String(sum).replace('-', '−')}${bounded}`;
}

/** Issues that are not accepted, grouped by class and subject. */
function renderIssues(issues: readonly LintIssue[]): string[] {
  const width = Math.max(0, ...issues.map((issue) => placeOf(issue).length));
  return [
    ...groupBy(issues, ({ class: name, category, target }) =>
      [name === undefined ? '' : `${name}: `, category === 'server' ? '' : `${category} `, target].join(''),
    ),
  ].flatMap(([owner, found]) => [
    `  ${colours.underline(oneLine(owner))}`,
    ...found.map((issue) => renderIssue(issue, width)),
  ]);
}

/** Issues of several owners, each with its owner. */
function renderGroup(title: string, issues: readonly LintIssue[]): string[] {
  const shown = issues.slice(0, MAX_ISSUES).map((issue) => ({
    ...issue,
    message: `${issue.target}: ${issue.message}`,
  }));
  const width = Math.max(0, ...shown.map((issue) => placeOf(issue).length));
  return [
    `  ${colours.underline(oneLine(title))}`,
    ...shown.map((issue) => renderIssue(issue, width)),
    ...sayRest(issues.length, 'more issue'),
  ];
}

function renderIgnored(issues: readonly IgnoredIssue[]): string[] {
  return [
    `  ${colours.underline('ignored')}`,
    ...issues.slice(0, MAX_ISSUES).map(({ rule, target, message, reason, expires }) => {
      const text = `${oneLine(`${target}: ${message}`)} (${rule}), until ${expires}: ${oneLine(reason)}`;
      return `    ${wrap(text, WIDTH, 6)}`;
    }),
    ...sayRest(issues.length, 'more ignored issue'),
  ];
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
