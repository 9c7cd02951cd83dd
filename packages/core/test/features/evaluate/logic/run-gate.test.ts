// The gate of an evaluator run: each set must reach the mean, and must not be worse than before by more than noise.
import { describe, expect, it } from 'vitest';
import { findMismatch, judgeRun, type RunGate } from '../../../../src/features/evaluate/logic/run-gate.js';
import type { RunSet } from '../../../../src/features/evaluate/logic/run-results.js';

const entriesOf = (set: RunSet, scores: readonly number[]) =>
  scores.map((score, index) => ({ set, index, score, sideInfo: {} }));
const train = (scores: readonly number[]) => entriesOf('train', scores);
const told = (results: Parameters<typeof judgeRun>[0], gate: RunGate, failed = 0) =>
  judgeRun(results, failed, gate).problems.map(({ code, args }) => [code, args]);
const same = (count: number, score: number) => Array.from({ length: count }, () => score);

describe('a mean', () => {
  it.each([
    ['reached exactly, despite binary fractions', [0.1, 0.2, 0.3], 0.2, []],
    ['reached with all digits of a third', [1 / 3, 1 / 3], 1 / 3, []],
    ['missed', [0.1, 0.2, 0.29], 0.2, [['DST-020', { set: 'train', found: 0.196666666667, bar: 0.2 }]]],
    ['negative', [-2, -4], -2.5, [['DST-020', { set: 'train', found: -3, bar: -2.5 }]]],
  ])('%s', (_, scores, minMean, problems) => {
    expect(told(train(scores), { minMean })).toEqual(problems);
  });

  it('each set must reach it', () => {
    const results = [...train([1, 1]), ...entriesOf('validation', [0.5])];
    expect(told(results, { minMean: 0.8 })).toEqual([
      ['DST-020', { set: 'validation', found: 0.5, bar: 0.8 }],
    ]);
    expect(told(entriesOf('single', [0.5]), { minMean: 0.8 })).toMatchObject([
      ['DST-020', { set: 'single' }],
    ]);
  });
});

describe('a baseline', () => {
  it.each<[string, number[], number[], object, string[]]>([
    ['equal', same(6, 0.5), same(6, 0.5), { difference: 0, p: 1 }, []],
    [
      'equal but for the rounding of a mean',
      same(6, 0.333333333333),
      same(6, 1 / 3),
      { difference: 0, p: 1 },
      [],
    ],
    ['six of six worse', same(6, 0.4), same(6, 0.5), { difference: -0.1, p: 0.03125 }, ['DST-021']],
    [
      'worse from one end of all numbers to the other',
      same(6, -1.5e308),
      same(6, 1.5e308),
      { difference: -Number.MAX_VALUE, p: 0.03125 },
      ['DST-021'],
    ],
    ['six of six better', same(6, 0.6), same(6, 0.5), { difference: 0.1, p: 0.03125 }, []],
    ['worse within noise', [0, 0, 0, 0, 1, 1], same(6, 0.5), { difference: -0.166666666667, p: 0.6875 }, []],
    ['much worse, but too few', same(5, 0), same(5, 1), { difference: -1, p: 0.0625 }, ['DST-019']],
  ])('%s', (_, scores, before, expected, codes) => {
    const found = judgeRun(train(scores), 0, { baseline: train(before) });
    expect(found.comparison?.train).toMatchObject({ examples: scores.length, ...expected });
    expect(found.problems.map(({ code }) => code)).toEqual(codes);
  });

  it('is compared by index, whatever the order of its lines, set by set', () => {
    const results = [...train([0, 0.1, 0.2, 0.3, 0.4, 0.5]), ...entriesOf('validation', same(6, 0.4))];
    const baseline = [
      ...entriesOf('validation', same(6, 0.5)),
      ...train([0, 0.1, 0.2, 0.3, 0.4, 0.5]).reverse(),
    ];
    const { comparison, problems } = judgeRun(results, 0, { baseline });
    expect(comparison?.train).toEqual({ examples: 6, baseline: 0.25, difference: 0, p: 1 });
    expect(problems).toMatchObject([{ code: 'DST-021', args: { set: 'validation', drop: 0.1, p: 0.03125 } }]);
  });

  it.each([
    ['fewer examples', train([1]), 'it has 1 examples of the set train, but this run has 2'],
    ['an example twice', [...train([1, 1]), ...train([1])], 'it has 3 examples'],
    ['one twice and one missing', [...train([1]), ...train([1])], 'its indexes of the set train'],
    ['another set', entriesOf('single', [1]), 'it has 1 examples of the set single, but this run has 0'],
    ...[7, -1, 0.5].map((index): [string, ReturnType<typeof train>, string] => [
      `an index ${index}`,
      [...train([1]), ...train([1]).map((one) => ({ ...one, index }))],
      'its indexes of the set train are not those of this run',
    ]),
  ])('with %s is refused before the run', (_, baseline, reason) => {
    expect(findMismatch(train([1, 1]), baseline as ReturnType<typeof train>)).toMatchObject({
      code: 'DST-018',
      args: { reason: expect.stringContaining(reason) },
    });
    expect(findMismatch(train([1, 1]), train([0, 0]))).toBeNull();
  });
});

it('a run with failed calls neither passes nor fails: DST-022 alone', () => {
  const gate = { minMean: 0.8, baseline: train(same(6, 1)) };
  expect(told(train(same(6, 0)), gate, 2)).toEqual([['DST-022', { failed: 2 }]]);
  expect(told(train([0]), {}, 1)).toEqual([]);
});
