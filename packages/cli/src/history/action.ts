import { type RetentionDays, sayPastRetention, sayScore } from '@flowmcp/grading-core/commands';
import {
  type HistoryResult,
  type NodeHistory,
  readHistory,
} from '@flowmcp/grading-core/features/history/run';
import type { TargetFlags } from '../options/island-options.js';
import { openWorkplace, targetsOf } from '../options/workplace.js';
import { printProblems, printResult } from '../terminal/output.js';
import { runAction } from '../terminal/run-action.js';

/** `flowmcp grading history`. */
export function showHistory(targets: readonly string[], flags: TargetFlags) {
  return runAction({
    json: flags.json,
    run: () =>
      readHistory({ island: openWorkplace(flags).island, ...targetsOf(targets, flags, 'grading history') }),
    show: ({ results }) => {
      const days = openWorkplace(flags).island.book.grading.ageingDays;
      if (results.length > 0) printResult(results.map((found) => renderHistory(found, days)).join('\n\n'));
      printProblems(results.flatMap((found) => found.warnings));
    },
  });
}

type TargetHistory = HistoryResult['results'][number];
type Entry = NodeHistory['entries'][number];

/** Lists the nodes of a target, each with its entries from oldest to newest. */
function renderHistory(history: TargetHistory, days: RetentionDays): string {
  const { target, nodes, pastRetention = [] } = history;
  const flag = sayPastRetention([history], days);
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
