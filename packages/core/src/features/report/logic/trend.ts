import type { RuleBook } from '../../../spec/books/book.js';
import { byVersion } from '../../../spec/books/registered.js';
import type { Absence, ReportNode, ReportSummary, ReportTarget } from './grading-report.js';

type Point = Pick<ReportNode['history'][number], 'at' | 'mode' | 'score' | 'scoringSystem'>;

/** A score that counts, and the scoring system that gave it. */
type Shown = { readonly score: number; readonly system: string } | null;

/** Sums of the scores of each scoring system. */
type Sums = Map<string, { sum: number; nodes: number }>;

/**
 * Calculates, for each day, the mean of all scores that were valid at the end of that day. Once there is a score under
 * a newer scoring system, scores under older systems no longer count, so that no mean mixes two systems (spec 06).
 * Nodes are added one by one and need not be kept.
 *
 * @param book that of the island; a point that names no scoring system has this one's
 */
export function createTrend({ scoring }: Pick<RuleBook, 'scoring'>): Trend {
  const days = new Map<string, Sums>();
  const change = (at: string, shown: Shown, sign: 1 | -1) => {
    if (!shown) return;
    const day = days.get(at.slice(0, 10)) ?? new Map();
    days.set(at.slice(0, 10), day);
    addTo(day, shown.system, { sum: sign * shown.score, nodes: sign });
  };
  return {
    add(history, away = []) {
      let before: Shown = null;
      for (const { at, shown } of shownScores(history, { away, own: scoring.version })) {
        change(at, before, -1);
        change(at, shown, 1);
        before = shown;
      }
    },
    points() {
      const standing: Sums = new Map();
      return [...days]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .flatMap(([day, changes]) => {
          for (const [system, more] of changes) addTo(standing, system, more);
          const counted = [...standing].filter(([, { nodes }]) => nodes > 0);
          const [, newest] = counted.sort(([a], [b]) => byVersion(a, b)).at(-1) ?? [];
          if (!newest) return [];
          return [{ day, mean: Number((newest.sum / newest.nodes).toFixed(6)), nodes: newest.nodes }];
        });
    },
  };
}

function addTo(sums: Sums, system: string, more: { sum: number; nodes: number }): void {
  const known = sums.get(system) ?? { sum: 0, nodes: 0 };
  sums.set(system, { sum: known.sum + more.sum, nodes: known.nodes + more.nodes });
}

interface Trend {
  /**
   * @param history a node's history, oldest first
   * @param away periods in which the node's schema was not a member; the node does not count during them
   */
  add(history: readonly Point[], away?: readonly Absence[]): void;
  points(): ReportSummary['trend'];
}

/**
 * Adds everything that counts in the trend of a target: its nodes, and the nodes of schemas that have since been
 * retired.
 */
export function addTarget(
  trend: Trend,
  { earlier = [] }: Pick<ReportTarget, 'earlier'>,
  nodes: readonly ReportNode[],
) {
  for (const { history, away } of [...nodes, ...earlier]) trend.add(history, away);
}

/** The moments at which the score that counts may change, each with the score from then on; null if none counts. */
function shownScores(
  history: readonly Point[],
  { away, own }: { readonly away: readonly Absence[]; readonly own: string },
) {
  const turns = [
    ...history.flatMap(({ at, mode, score, scoringSystem: system = own }) =>
      score === null || mode === 'partial' ? [] : [{ at, shown: { score, system } }],
    ),
    ...away.flatMap(({ from, to }) => [
      { at: from, isAway: true },
      ...(to === null ? [] : [{ at: to, isAway: false }]),
    ]),
  ].sort((a, b) => (a.at < b.at ? -1 : 1));
  let last: Shown = null;
  let isAway = false;
  return turns.map((turn) => {
    if ('isAway' in turn) isAway = turn.isAway;
    else last = turn.shown;
    return { at: turn.at, shown: isAway ? null : last };
  });
}
