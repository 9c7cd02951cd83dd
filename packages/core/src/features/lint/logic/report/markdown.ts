import {
  codeSpan,
  cutLines,
  escapeMarkdown,
  foldRows,
  LONGEST_COMMENT,
  SEVERITY_MARKS,
} from '../../../../documents/markdown.js';
import type { LintReport } from '../../../../rules/mcp/lint-report.js';
import { explainLift, sayLift } from '../explain-lift.js';
import { explainSum, formatSum } from '../explain-sum.js';
import {
  ADJUSTED,
  classRank,
  countTargets,
  type LintRenderContext,
  RANK,
  type Said,
  type ShownFinding,
  type ShownTarget,
  sayAlerts,
  sayBeside,
  sayObserved,
  sayParts,
  sayWhole,
  shownGrade,
  showTargets,
  tokenBand,
} from './shown.js';

/** Number of characters reserved for the text around the parts. */
const RESERVE = 500;

interface Row {
  readonly target: string;
  readonly finding: ShownFinding;
}

/** Lint reports as a comment for a pull request: alerts, grades, failures, then the findings, worst first. */
export function renderLintMarkdown(reports: readonly LintReport[], context: LintRenderContext): string {
  const targets = showTargets(reports, context);
  const several = targets.length > 1;
  const head = [
    `### MCP lint: ${sayTitle(targets)}`,
    ...sayRows(targets, 'alerts'),
    foldRows(targets, toTargetRow, {
      columns: toTargetColumns(reports, context),
      noun: 'targets',
      room: LONGEST_COMMENT / 4,
    }),
    ...sayLosses(targets),
    ...targets.flatMap((target) => [
      ...target.failures.map((said) =>
        sayProblem('⛔', target.report ? 'Incomplete' : 'Not judged', said, target, several),
      ),
      ...target.gates.map((said) => sayProblem('❌', 'Fails', said, target, several)),
    ]),
  ].join('\n\n');
  const foot = [
    ...sayStale(targets),
    ...sayRows(targets, 'ignored'),
    ...sayHabits(targets),
    ...(reports.some(({ adjusted }) => adjusted) ? [`\\* ${ADJUSTED}`] : []),
    sayFoot(reports, context),
  ].join('\n\n');
  const room = LONGEST_COMMENT - RESERVE - foot.length;
  const parts = [cutLines(head, room), sayFindings(targets, room - Math.min(head.length, room)), foot];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function toTargetColumns(reports: readonly LintReport[], { ruleSet }: LintRenderContext) {
  const band = tokenBand(reports[0]?.ruleset ?? ruleSet.id);
  const tokens = band === '' ? 'Tokens' : `Tokens, about ${band}`;
  return [
    { title: 'Target' },
    { title: 'Grade' },
    ...['Score', 'Errors', 'Warnings', 'Infos', 'Tools', tokens].map((title) => ({ title, right: true })),
  ];
}

function sayTitle(targets: readonly ShownTarget[]): string {
  const [only] = targets;
  if (only && targets.length === 1) {
    if (!only.report) return 'not judged';
    return `${sayGrade(only)}, ${only.report.score} of 100${sayBeside(only.report)}`;
  }
  return countTargets(targets).join(', ');
}

function sayGrade({ report, failures }: ShownTarget): string {
  if (!report) return 'not judged';
  const grade = shownGrade(report).replace('*', '\\*');
  return failures.length > 0 ? `${grade} (incomplete)` : grade;
}

/** A table of alerts or of ignored issues, if there are any. */
function sayRows(targets: readonly ShownTarget[], kind: 'alerts' | 'ignored'): string[] {
  const rows =
    kind === 'alerts'
      ? targets.flatMap(({ target, alerts }) =>
          alerts.map((issue) => ({ target, issue, why: [] as string[] })),
        )
      : targets.flatMap(({ target, ignored }) =>
          ignored.map((issue) => ({ target, issue, why: [issue.expires, escapeMarkdown(issue.reason)] })),
        );
  if (rows.length === 0) return [];
  const several = targets.length > 1;
  const placed = rows.some(({ issue }) => issue.place !== undefined);
  const draw = ({ target, issue, why }: (typeof rows)[number]) => [
    ...toFindingRow({ target, finding: issue }, several, placed),
    ...why,
  ];
  const columns = [
    ...findingColumns(several, placed),
    ...(kind === 'ignored' ? [{ title: 'Until' }, { title: 'Reason' }] : []),
  ];
  const title = kind === 'alerts' ? sayAlerts(rows.length) : count(rows.length, 'ignored issue');
  const room = LONGEST_COMMENT / 8;
  return [`**${title}**`, foldRows(rows, draw, { columns, noun: kind, room })];
}

/** The calculation of the only score, and what would lift the scores most. */
function sayLosses(targets: readonly ShownTarget[]): string[] {
  const lifts = targets.flatMap(({ target, report }) => {
    const steps = report ? explainLift(report).map(sayLift) : [];
    return steps.length > 0 && report ? [{ target, report, steps }] : [];
  });
  const [only] = lifts;
  if (!only) return [];
  const title = 'What would lift the score most';
  if (targets.length > 1) {
    const columns = [{ title: 'Target' }, { title }];
    const draw = ({ target, steps }: (typeof lifts)[number]) => [codeSpan(target), steps.join('<br>')];
    return [foldRows(lifts, draw, { columns, noun: 'targets', room: LONGEST_COMMENT / 8, open: 3 })];
  }
  const { report, steps } = only;
  return [
    `${formatSum(explainSum(report))} (lost: ${sayParts(report)})`,
    `**${title}**\n\n${steps.map((step) => `- ${step}`).join('\n')}`,
  ];
}

/** What was noticed of servers, and declared to them. */
function sayHabits(targets: readonly ShownTarget[]): string[] {
  const rows = targets.flatMap(({ target, report }) =>
    report ? sayObserved(report).map((said) => [codeSpan(target), escapeMarkdown(said)]) : [],
  );
  if (rows.length === 0) return [];
  const columns = [{ title: 'Target' }, { title: 'Besides, without points' }];
  return [foldRows(rows, (row) => row, { columns, noun: 'observations', room: LONGEST_COMMENT / 8 })];
}

function toTargetRow(shown: ShownTarget): string[] {
  const { target, report } = shown;
  if (!report) return [codeSpan(target), 'not judged', ...Array(6).fill('')];
  const { summary, score, tokenEstimate } = report;
  const counts = [score, summary.errors, summary.warnings, summary.infos, summary.tools, tokenEstimate.total];
  return [codeSpan(target), `**${sayGrade(shown)}**`, ...counts.map(String)];
}

function sayProblem(
  mark: string,
  word: string,
  said: Said,
  { target }: ShownTarget,
  several: boolean,
): string {
  const about = several ? ` ${codeSpan(target)}` : '';
  return `${mark} **${word}**${about}: ${escapeMarkdown(sayWhole(said))}`;
}

function sayFindings(targets: readonly ShownTarget[], room: number): string {
  const all = targets.flatMap(({ target, findings }) => findings.map((finding) => ({ target, finding })));
  const fresh = all.filter(({ finding }) => finding.accepted !== true);
  const rows = fresh.sort(
    (a, b) =>
      classRank(a.finding) - classRank(b.finding) || RANK[a.finding.severity] - RANK[b.finding.severity],
  );
  const accepted = all.length - fresh.length;
  const word = targets.some(({ report }) => report?.diff) ? 'new ' : '';
  const title = `**${count(rows.length, `${word}finding`)}**${accepted > 0 ? `, ${accepted} accepted` : ''}`;
  if (rows.length === 0) return targets.some(({ report }) => report) ? title : '';
  const placed = rows.some(({ finding }) => finding.place !== undefined);
  // A place begins with its file, and the file identifies the target.
  const several = targets.length > 1 && rows.some(({ finding }) => finding.place === undefined);
  const columns = findingColumns(several, placed);
  const draw = (row: Row) => toFindingRow(row, several, placed);
  return `${title}\n\n${foldRows(rows, draw, { columns, noun: 'findings', room: room - title.length })}`;
}

function findingColumns(several: boolean, placed: boolean) {
  return [
    '',
    ...(several ? ['Target'] : []),
    'Subject',
    'What is wrong',
    'Rule',
    ...(placed ? ['Place'] : []),
  ].map((title) => ({ title }));
}

function toFindingRow({ target, finding }: Row, several: boolean, placed: boolean): string[] {
  const { severity, message, rule, place } = finding;
  return [
    finding.class === undefined ? SEVERITY_MARKS[severity] : `${SEVERITY_MARKS[severity]}, ${finding.class}`,
    ...(several ? [codeSpan(target)] : []),
    codeSpan(finding.target),
    escapeMarkdown(message),
    codeSpan(rule),
    ...(placed ? [place === undefined ? '' : codeSpan(place)] : []),
  ];
}

function sayStale(targets: readonly ShownTarget[]): string[] {
  const stale = targets.flatMap(({ report }) => report?.diff?.stale ?? []);
  if (stale.length === 0) return [];
  const names = stale.slice(0, 3).map(({ rule, subject }) => `${codeSpan(rule)} of ${codeSpan(subject)}`);
  const more = stale.length > 3 ? ` and ${stale.length - 3} more` : '';
  return [
    `${count(stale.length, 'baseline entry', 'baseline entries')} without a matching issue: ${names.join(', ')}${more}.`,
  ];
}

function sayFoot(reports: readonly LintReport[], { tool, ruleSet }: LintRenderContext): string {
  const rules = reports[0]?.ruleset ?? ruleSet.id;
  return `<sub>${escapeMarkdown(tool.name)} ${escapeMarkdown(tool.version)} · rule set ${escapeMarkdown(rules)}</sub>`;
}

function count(number: number, one: string, many = `${one}s`): string {
  return `${number === 0 ? 'No' : number} ${number === 1 ? one : many}`;
}
