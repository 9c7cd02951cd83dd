import { sayPastRetention, sayScore } from '@flowmcp/grading-core/commands';
import type { HistoryResult, NodeHistory } from '@flowmcp/grading-core/features/history/run';

type TargetHistory = HistoryResult['results'][number];
type Entry = NodeHistory['entries'][number];

/** Lists the nodes of a target, each with its entries from oldest to newest. */
export function renderHistory(history: TargetHistory): string {
  const { target, nodes, pastRetention = [] } = history;
  const flag = sayPastRetention([history]);
  if (nodes.length === 0) return [`${target}: not graded yet`, ...flag].join('\n');
  const flagged = new Set(pastRetention);
  const ofNodes = nodes.flatMap(({ node, entries }) => [
    '',
    node,
    ...entries.flatMap((entry) => renderEntry(entry, flagged.has(entry.ref))),
  ]);
  return [target, ...flag, ...ofNodes].join('\n');
}

function renderEntry(entry: Entry, isPastRetention: boolean): string[] {
  const score = entry.score === null ? '' : ` ${sayScore(entry.score)}`;
  const notes = [
    entry.mode === 'partial' ? 'partial' : '',
    entry.veto ? `veto: ${entry.veto}` : '',
    entry.regradedFor ? `re-graded: ${entry.regradedFor}` : '',
    entry.current ? '' : 'earlier content',
    entry.persona ?? '',
    isPastRetention ? 'due for the archive' : '',
  ].filter(Boolean);
  const by = entry.graders.length > 0 ? entry.graders.join(', ') : 'code';
  return [
    `  ${entry.at}  ${entry.grade ?? '-'}${score}${notes.length > 0 ? `  (${notes.join(', ')})` : ''}`,
    `    by ${by}, ${entry.harness}`,
    ...entry.changed
      .filter(({ from }) => from !== null)
      .map(({ questionId, from, to }) => `    ${questionId}: ${from} → ${to}`),
  ];
}
