import { sayPercent, sayShare } from '@flowmcp/grading-core/commands';
import type { TrialComparisonResult, TrialResult } from '@flowmcp/grading-core/features/trial/result';
import type { TrialPlanResult } from '@flowmcp/grading-core/features/trial/run';
import { counted, section, terminalWidth } from '../terminal/layout.js';
import { renderTable } from '../terminal/table.js';

type Report = TrialResult['results'][number];
type Comparison = TrialComparisonResult['results'][number];
type Confusion = Report['confusion'][number];

/** Number of tools, confusions or tasks that are listed; JSON lists all. */
const MOST = 10;

/** The report of a trial, as text. */
export function renderTrial(report: Report): string {
  const { target, model, askedAt, samples, tasks, success, selection, tools, confusion, isWhole } = report;
  const { right, scored } = report.arguments;
  const outcomes = Object.entries(report.outcomes).filter(([, count]) => count > 0);
  const at = askedAt === null ? '' : ` (asked at ${askedAt})`;
  const left = [
    ...(tasks.unsound > 0 ? [`${tasks.unsound} unsound, not asked`] : []),
    ...(tasks.notSelfContained > 0 ? [`${tasks.notSelfContained} leave a value open`] : []),
  ];
  const worst = tools.filter(({ success: rate, takes }) => (rate ?? 1) < 1 || takes > 0);
  return [
    `${target} with ${model}${at}: ${counted(tasks.asked, 'task')}, ${counted(samples, 'sample')} each`,
    ...amongText(report),
    ...(report.leftOut ? [`without    ${report.leftOut.join(', ')}, which the model does not take`] : []),
    ...(isWhole ? [] : [`open       ${openText(tasks.failed)}`]),
    `success    ${sayShare(success)}`,
    `selection  ${sayShare(selection)}: the right tool, whatever its arguments`,
    `arguments  ${right} of ${scored} right`,
    `outcomes   ${outcomes.map(([outcome, count]) => `${outcome} ${count}`).join(', ')}`,
    ...(report.openValue > 0
      ? [`           no-call on tasks that leave a value open: ${report.openValue}`]
      : []),
    ...(left.length > 0 ? [`tasks      ${left.join(', ')}`] : []),
    `cost       ${counted(report.calls, 'call')}, ${report.tokens.in} tokens in, ${report.tokens.out} out`,
    ...section(`Worst tools${some(worst)}`, worst.length > 0 ? renderTools(worst.slice(0, MOST)) : []),
    ...section(`Confused${some(confusion)}`, confusion.slice(0, MOST).map(confusionText)),
    ...section('Not checked against their schema, which cannot be read', report.unchecked),
    ...section(
      `Inputs of which no pattern was tried, since one of their tool may never end${some(report.untriedPatterns)}`,
      report.untriedPatterns
        .slice(0, MOST)
        .map(({ tool, input }) => `${tool}: ${input ?? 'keys of the arguments'}`),
    ),
  ].join('\n');
}

function openText(failed: number): string {
  if (failed === 0) return 'all answers are there; only the last line of its file is missing';
  return `${counted(failed, 'task')} without all answers; the figures are about the rest`;
}

function amongText({ among, engine, queries }: Report): string[] {
  if (typeof among === 'number') return [`among      ${counted(among, 'tool')} of other namespaces`];
  if (!queries) return [];
  const found = `${counted(queries.asked, 'query', 'queries')}, ${queries.empty} without a hit`;
  return [`among      a catalogue, behind the search ${engine}: ${found}`];
}

function renderTools(tools: Report['tools']): string[] {
  const rows = tools.map(({ tool, tasks, success, low, high, takes, loses }) => [
    tool ?? '(none)',
    String(tasks),
    ...(success === null ? ['', ''] : [sayPercent(success), `${sayPercent(low)} to ${sayPercent(high)}`]),
    String(takes),
    String(loses),
  ]);
  const head = ['tool', 'tasks', 'success', 'interval', 'takes', 'loses'];
  return renderTable({ head, rows, width: terminalWidth() - 2, paint: (text) => text }).split('\n');
}

function some(all: readonly unknown[]): string {
  return all.length > MOST ? ` (${MOST} of ${all.length})` : '';
}

function confusionText({ wanted, chosen, count }: Confusion): string {
  return `${count} × ${chosen} instead of ${wanted ?? 'no tool'}`;
}

/** What a trial would ask, as text. */
export function renderPlan({
  target,
  tools,
  tasks,
  calls,
  tokens,
}: TrialPlanResult['results'][number]): string {
  const { toAsk, unsound, notSelfContained } = tasks;
  return [
    `${target}: ${counted(tools, 'tool')}, ${counted(toAsk, 'task')} to ask`,
    `tasks      ${unsound} unsound, ${notSelfContained} leave a value open`,
    `cost       ${counted(calls, 'call')}, about ${counted(tokens, 'token')}; answers and further attempts are not counted`,
  ].join('\n');
}

/** A comparison, as text. */
export function renderComparison(comparison: Comparison): string {
  const { changed, first, second, samples, tasks, difference, p, gained, lost, confusion } = comparison;
  const { mean, low, high, detectable } = difference;
  const interval = low === null || high === null ? '' : ` (interval ${points(low)} to ${points(high)})`;
  const adapters =
    first.adapter === second.adapter ? [] : [`asked by   ${first.adapter}, then ${second.adapter}`];
  return [
    `${first.target} with ${first.model}, then ${second.target} with ${second.model}`,
    `changed    ${changed ?? 'nothing: the difference is chance'}`,
    `tasks      ${tasks.compared} compared, ${counted(samples, 'sample')} each`,
    `success    ${sayPercent(first.rate ?? 0)}, then ${sayPercent(second.rate ?? 0)}`,
    `difference ${points(mean)}${interval}`,
    `p          ${p < 0.0001 ? 'below 0.0001' : p.toFixed(4)}`,
    ...(detectable === null
      ? [
          '           no interval: fewer than six tasks changed, which may always be chance, or all by the same',
        ]
      : [`           four of five such trials find a difference of ${points(detectable)}`]),
    ...adapters,
    ...listed('Gained', gained),
    ...listed('Lost', lost),
    ...listed('Confusions that came', confusion.came.map(confusionText)),
    ...listed('Confusions that went', confusion.went.map(confusionText)),
    ...listed('Tasks of the first trial only', tasks.onlyFirst),
    ...listed('Tasks of the second trial only', tasks.onlySecond),
  ].join('\n');
}

function listed(title: string, lines: readonly string[]): string[] {
  return section(`${title}${some(lines)}`, lines.slice(0, MOST));
}

/** A difference, in percentage points. */
function points(difference: number): string {
  const value = (100 * difference).toFixed(1);
  return `${difference > 0 ? '+' : ''}${value} points`;
}
