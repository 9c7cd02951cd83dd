import {
  codeSpan,
  cutLines,
  escapeMarkdown,
  foldRows,
  LONGEST_COMMENT,
  SEVERITY_MARKS,
} from '../../../../documents/markdown.js';
import type { LintReport } from '../../../../rules/mcp/lint.js';
import {
  countTargets,
  type LintRenderContext,
  RANK,
  type Said,
  type ShownFinding,
  type ShownTarget,
  sayAsides,
  sayWhole,
  showTargets,
} from './shown.js';

/** Number of characters reserved for the text around the parts. */
const RESERVE = 500;

interface Row {
  readonly target: string;
  readonly finding: ShownFinding;
}

/** Lint reports as a comment for a pull request: grades, failures, then the findings, worst first. */
export function renderLintMarkdown(reports: readonly LintReport[], context: LintRenderContext): string {
  const targets = showTargets(reports, context);
  const several = targets.length > 1;
  const head = [
    `### MCP lint: ${sayTitle(targets)}`,
    foldRows(targets, toTargetRow, {
      columns: TARGET_COLUMNS,
      noun: 'targets',
      room: LONGEST_COMMENT / 3,
    }),
    ...targets.flatMap((target) => [
      ...target.failures.map((said) =>
        sayProblem('⛔', target.report ? 'Incomplete' : 'Not judged', said, target, several),
      ),
      ...target.gates.map((said) => sayProblem('❌', 'Fails', said, target, several)),
      ...(target.report ? sayAsides(target.report) : []).map((message) =>
        sayProblem('ℹ️', 'Observed', { code: '', message, hint: '' }, target, several),
      ),
    ]),
  ].join('\n\n');
  const foot = [...sayStale(targets), sayFoot(reports, context)].join('\n\n');
  const room = LONGEST_COMMENT - RESERVE - foot.length;
  const parts = [cutLines(head, room), sayFindings(targets, room - Math.min(head.length, room)), foot];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

const TARGET_COLUMNS = [
  { title: 'Target' },
  { title: 'Grade' },
  ...['Score', 'Errors', 'Warnings', 'Infos', 'Tools', 'Tokens'].map((title) => ({ title, right: true })),
];

function sayTitle(targets: readonly ShownTarget[]): string {
  const [only] = targets;
  if (only && targets.length === 1)
    return only.report ? `${sayGrade(only)}, ${only.report.score} of 100` : 'not judged';
  return countTargets(targets).join(', ');
}

function sayGrade({ report, failures }: ShownTarget): string {
  if (!report) return 'not judged';
  return failures.length > 0 ? `${report.grade} (incomplete)` : report.grade;
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
  const rows = fresh.sort((a, b) => RANK[a.finding.severity] - RANK[b.finding.severity]);
  const accepted = all.length - fresh.length;
  const word = targets.some(({ report }) => report?.diff) ? 'new ' : '';
  const title = `**${count(rows.length, `${word}finding`)}**${accepted > 0 ? `, ${accepted} accepted` : ''}`;
  if (rows.length === 0) return targets.some(({ report }) => report) ? title : '';
  const placed = rows.some(({ finding }) => finding.place !== undefined);
  // A place begins with its file, and the file identifies the target.
  const several = targets.length > 1 && rows.some(({ finding }) => finding.place === undefined);
  const columns = [
    '',
    ...(several ? ['Target'] : []),
    'Subject',
    'What is wrong',
    'Rule',
    ...(placed ? ['Place'] : []),
  ].map((name) => ({ title: name }));
  const draw = (row: Row) => toFindingRow(row, several, placed);
  return `${title}\n\n${foldRows(rows, draw, { columns, noun: 'findings', room: room - title.length })}`;
}

function toFindingRow({ target, finding }: Row, several: boolean, placed: boolean): string[] {
  const { severity, message, rule, place } = finding;
  return [
    SEVERITY_MARKS[severity],
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
