import type { Absence, ReportNode, ReportSummary, ReportTarget } from '../../model/grading-report.js';

type Point = Pick<ReportNode['history'][number], 'at' | 'mode' | 'score'>;

/**
 * How good what was graded by then was on each day: the mean of the scores that stood at its end. Nodes are taken in one
 * by one and need not be kept.
 */
export function createTrend(): Trend {
  const days = new Map<string, { sum: number; nodes: number }>();
  const change = (at: string, score: number, nodes: number) => {
    const day = at.slice(0, 10);
    const known = days.get(day) ?? { sum: 0, nodes: 0 };
    days.set(day, { sum: known.sum + score, nodes: known.nodes + nodes });
  };
  return {
    add(history, away = []) {
      let before: number | null = null;
      for (const { at, score } of shownScores(history, away)) {
        change(at, (score ?? 0) - (before ?? 0), Number(score !== null) - Number(before !== null));
        before = score;
      }
    },
    points() {
      let [sum, nodes] = [0, 0];
      return [...days]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .flatMap(([day, more]) => {
          sum += more.sum;
          nodes += more.nodes;
          return nodes === 0 ? [] : [{ day, mean: Number((sum / nodes).toFixed(6)), nodes }];
        });
    },
  };
}

interface Trend {
  /**
   * @param history of a node, oldest first
   * @param away when its schema was no member; it counts until then, and again from its return on
   */
  add(history: readonly Point[], away?: readonly Absence[]): void;
  points(): ReportSummary['trend'];
}

/** Adds all that a target's days were made of: its nodes, and those of schemas that are retired by now. */
export function addTarget(
  trend: Trend,
  { earlier = [] }: Pick<ReportTarget, 'earlier'>,
  nodes: readonly ReportNode[],
) {
  for (const { history, away } of [...nodes, ...earlier]) trend.add(history, away);
}

/** The score that counts from each moment on; null where none does. */
function shownScores(history: readonly Point[], away: readonly Absence[]) {
  const graded = history.filter(({ score, mode }) => score !== null && mode !== 'partial');
  const turns = [
    ...graded.map(({ at, score }) => ({ at, score })),
    ...away.flatMap(({ from, to }) => [
      { at: from, isAway: true },
      ...(to === null ? [] : [{ at: to, isAway: false }]),
    ]),
  ].sort((a, b) => (a.at < b.at ? -1 : 1));
  let last: number | null = null;
  let isAway = false;
  return turns.map((turn) => {
    if ('isAway' in turn) isAway = turn.isAway;
    else last = turn.score;
    return { at: turn.at, score: isAway ? null : last };
  });
}
