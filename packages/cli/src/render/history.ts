import { type HistoryResult, type NodeHistory, sayScore } from '@flowmcp/grading-core/commands';

type TargetHistory = HistoryResult['results'][number];
type Entry = NodeHistory['entries'][number];

/** One target's nodes, each with its entries from the oldest to the newest. */
export function renderHistory({ target, nodes }: TargetHistory): string {
  if (nodes.length === 0) return `${target}: not graded yet`;
  return [target, ...nodes.flatMap(({ node, entries }) => ['', node, ...entries.flatMap(renderEntry)])].join(
    '\n',
  );
}

function renderEntry(entry: Entry): string[] {
  const score = entry.score === null ? '' : ` ${sayScore(entry.score)}`;
  const notes = [
    entry.mode === 'partial' ? 'partial' : '',
    entry.veto ? `veto: ${entry.veto}` : '',
    entry.regradedFor ? `re-graded: ${entry.regradedFor}` : '',
    entry.current ? '' : 'earlier content',
    entry.persona ?? '',
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
