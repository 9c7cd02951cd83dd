import { oneLine } from '@flowmcp/grading-core/commands';
import type { LintResult } from '@flowmcp/grading-core/features/lint/options';
import colours from 'picocolors';
import { counted } from '../terminal/count.js';
import { groupBy } from '../terminal/problems.js';
import { wrap } from '../terminal/wrap.js';

export type LintReport = LintResult['results'][number];
type LintIssue = LintReport['issues'][number];
/** The sum behind a score, see `explainSum`. */
export interface LintSum {
  readonly terms: readonly string[];
  readonly sum: number;
  readonly score: number;
  readonly because: string | null;
}

const WIDTH = 80;

/** The target, its grade, and the sum behind it. */
export function renderHead(report: LintReport, sum: LintSum): string[] {
  const { target, grade, score, server, summary, tokenEstimate, incomplete = [] } = report;
  const named = [server.name, server.version].filter((text) => text !== null).map(oneLine);
  const lists = [
    counted(summary.tools, 'tool'),
    counted(summary.resources, 'resource'),
    counted(summary.prompts, 'prompt'),
  ].join(', ');
  return [
    `${colours.bold(oneLine(target))}: ${incomplete.length > 0 ? 'not read as a whole; the rest: ' : ''}${paintGrade(grade)} (${score})`,
    `  ${wrap(formatSum(sum), WIDTH, 2)}`,
    `  ${wrap(`${named.length > 0 ? `${named.join(' ')}: ` : ''}${lists}, about ${counted(tokenEstimate.total, 'token')}`, WIDTH, 2)}`,
    ...incomplete.map(
      ({ list, reason }) =>
        `  ${colours.red(wrap(`${list} could not be read: ${oneLine(reason)}`, WIDTH, 2))}`,
    ),
  ];
}

/** `100 − 15×1 + 5 = 90`. */
function formatSum({ terms, sum, score, because }: LintSum): string {
  if (terms.length === 1 && because === null) return `${score}`;
  const bounded = because === null ? '' : `, so ${score}: ${because}`;
  return `${terms.join(' ')} = ${String(sum).replace('-', '−')}${bounded}`;
}

/** Issues that are not accepted, grouped by subject. */
export function renderIssues(issues: readonly LintIssue[]): string[] {
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

export function paintGrade(grade: string): string {
  if (grade.startsWith('A') || grade.startsWith('B')) return colours.green(grade);
  return grade.startsWith('C') ? colours.yellow(grade) : colours.red(grade);
}
