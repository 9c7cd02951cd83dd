import type { ReportNode, ReportSummary } from '../../model/grading-report.js';

/**
 * How good what was graded by then was on each day: the mean of the scores that stood at its end. Nodes are taken in one
 * by one and need not be kept.
 */
export function createTrend(): Trend {
  const days = new Map<string, { sum: number; nodes: number }>();
  return {
    add(history) {
      let before: number | null = null;
      for (const { at, score, mode } of history) {
        if (score === null || mode === 'partial') continue;
        const day = at.slice(0, 10);
        const known = days.get(day) ?? { sum: 0, nodes: 0 };
        days.set(day, {
          sum: known.sum + score - (before ?? 0),
          nodes: known.nodes + (before === null ? 1 : 0),
        });
        before = score;
      }
    },
    points() {
      let [sum, nodes] = [0, 0];
      return [...days]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([day, more]) => {
          sum += more.sum;
          nodes += more.nodes;
          return { day, mean: Number((sum / nodes).toFixed(6)), nodes };
        });
    },
  };
}

interface Trend {
  /** @param history of a node, oldest first */
  add(history: ReportNode['history']): void;
  points(): ReportSummary['trend'];
}
