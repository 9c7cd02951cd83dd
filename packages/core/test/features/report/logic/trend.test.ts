// The trend is the mean of the scores valid on each day, in whatever order nodes are added.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ReportNode } from '../../../../src/features/report/logic/grading-report.js';
import { createTrend } from '../../../../src/features/report/logic/trend.js';
import { DEFAULT_BOOK } from '../../../../src/spec/books/registered.js';

type History = ReportNode['history'];

const histories = fc.array(
  fc
    .array(fc.record({ day: fc.integer({ min: 1, max: 9 }), score: fc.integer({ min: 1, max: 5 }) }), {
      maxLength: 5,
    })
    .map(
      (points): History =>
        [...points]
          .sort((a, b) => a.day - b.day)
          .map(({ day, score }, at) => ({
            at: `2026-03-0${day}T10-00-0${at}Z`,
            ...{ mode: 'full', grade: 'B', score, current: true, ref: `${at}` },
          })),
    ),
  { maxLength: 8 },
);

it('equals a calculation day by day', () => {
  fc.assert(
    fc.property(histories, (nodes) => {
      const trend = createTrend(DEFAULT_BOOK);
      for (const node of nodes) trend.add(node);
      const days = [...new Set(nodes.flat().map(({ at }) => at.slice(0, 10)))].sort();
      const expected = days.map((day) => {
        const standing = nodes.flatMap(
          (node) => node.findLast(({ at }) => at.slice(0, 10) <= day)?.score ?? [],
        );
        const mean = standing.reduce((sum, score) => sum + score, 0) / standing.length;
        return { day, mean: Number(mean.toFixed(6)), nodes: standing.length };
      });
      expect(trend.points()).toEqual(expected);
    }),
  );
});

it('leaves out entries without a score: vetoes and partial entries', () => {
  const trend = createTrend(DEFAULT_BOOK);
  const point = {
    at: '2026-03-01T10-00-00Z',
    mode: 'full',
    grade: 'B',
    score: 4,
    current: true,
    ref: 'a',
  } as const;
  const history: History = [
    point,
    { ...point, mode: 'partial', score: 1 },
    { ...point, grade: 'REJECTED', score: null },
  ];
  trend.add(history);
  expect(trend.points()).toEqual([{ day: '2026-03-01', mean: 4, nodes: 1 }]);
});

it('mixes no scores of two scoring systems: once there is one of a newer system, only its scores count', () => {
  const point = { mode: 'full', grade: 'B', current: true, ref: 'a' } as const;
  const at = (day: number) => `2026-03-0${day}T10-00-00Z`;
  const older = { ...point, scoringSystem: 'scoringSystem/0.9.0' };
  const trend = createTrend(DEFAULT_BOOK);
  trend.add([
    { ...older, at: at(1), score: 1 },
    { ...point, at: at(3), score: 4 },
  ]);
  trend.add([
    { ...older, scoringSystem: 'scoringSystem/0.10.0', at: at(2), score: 5 },
    { ...point, at: at(4), score: 2 },
  ]);
  expect(trend.points()).toEqual([
    { day: '2026-03-01', mean: 1, nodes: 1 },
    { day: '2026-03-02', mean: 5, nodes: 1 },
    { day: '2026-03-03', mean: 4, nodes: 1 },
    { day: '2026-03-04', mean: 3, nodes: 2 },
  ]);
});

it('counts a schema until the day it retires, and again from its return', () => {
  const at = (day: number) => `2026-03-0${day}T10-00-00Z`;
  const point = { mode: 'full', grade: 'B', current: true, ref: 'a' } as const;
  const trend = createTrend(DEFAULT_BOOK);
  trend.add([{ ...point, at: at(1), score: 2 }]);
  trend.add([{ ...point, at: at(2), score: 4 }], [{ from: at(3), to: at(5) }]);
  trend.add([{ ...point, at: at(4), score: 5 }], [{ from: at(6), to: null }]);
  expect(trend.points()).toEqual([
    { day: '2026-03-01', mean: 2, nodes: 1 },
    { day: '2026-03-02', mean: 3, nodes: 2 },
    { day: '2026-03-03', mean: 2, nodes: 1 },
    { day: '2026-03-04', mean: 3.5, nodes: 2 },
    { day: '2026-03-05', mean: 3.666667, nodes: 3 },
    { day: '2026-03-06', mean: 3, nodes: 2 },
  ]);
});
