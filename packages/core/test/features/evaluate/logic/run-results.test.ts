// The results of an evaluator run: means without spurious digits, and the spread of repeats, over calls that answered.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type RunAnswer, summarise, toEntry } from '../../../../src/features/evaluate/logic/run-results.js';
import { problem } from '../../../../src/problems/error-codes.js';

const entries = (scores: readonly number[]) =>
  scores.map((score, index) => ({ set: 'train' as const, index, score, sideInfo: {} }));

it('the mean of ten thousand equal scores is that score', () => {
  const { train, min, max } = summarise(entries(Array.from({ length: 10_000 }, () => 0.0006)));
  expect([train, min, max]).toEqual([0.0006, 0.0006, 0.0006]);
});

it('the mean of scores with a sum beyond any number is still a number', () => {
  expect(summarise(entries([1.5e308, 1.5e308])).train).toBe(1.5e308);
});

it('the mean of scores of up to six decimals is exact to twelve digits', () => {
  const score = fc.integer({ min: 1, max: 1_000_000 });
  fc.assert(
    fc.property(fc.array(score, { minLength: 1, maxLength: 200 }), (millionths) => {
      const { train } = summarise(entries(millionths.map((value) => value / 1e6)));
      const exact = millionths.reduce((sum, value) => sum + value, 0) / millionths.length / 1e6;
      expect(Math.abs((train ?? 0) - exact)).toBeLessThanOrEqual(exact * 1e-11);
    }),
  );
});

describe('repeats', () => {
  const failed: RunAnswer = { score: null, sideInfo: {}, error: problem('EVL-009') };
  const entry = (index: number, scores: readonly (number | null)[], set: 'train' | 'validation' = 'train') =>
    toEntry(
      { set, index },
      scores.map((score) => (score === null ? failed : { score, sideInfo: {} })),
    );

  it('one answer is the result itself', () => {
    expect(entry(0, [0.5])).toEqual({ set: 'train', index: 0, score: 0.5, sideInfo: {} });
    expect(entry(0, [null])).toEqual({ set: 'train', index: 0, ...failed });
  });

  it.each<[string, (number | null)[], number | null, object]>([
    ['equal', [0.1, 0.1, 0.1], 0.1, { min: 0.1, max: 0.1, deviation: 0 }],
    ['apart', [0.2, 0.4, 0.9], 0.5, { min: 0.2, max: 0.9, deviation: 0.360555127546 }],
    ['one failed', [0.2, null, 0.6], 0.4, { min: 0.2, max: 0.6, deviation: 0.282842712475 }],
    ['one answered', [null, 0.6], 0.6, { min: 0.6, max: 0.6, deviation: null }],
    ['of any size', [-1e308, 1e308], 0, { min: -1e308, max: 1e308, deviation: 1.41421356237e308 }],
  ])('%s', (_, scores, mean, spread) => {
    const { repeats, ...rest } = entry(3, scores);
    expect(rest).toEqual({ set: 'train', index: 3, score: mean, sideInfo: {}, spread });
    expect(repeats?.map(({ score }) => score)).toEqual(scores);
  });

  it('none answered: the error of the first', () => {
    expect(entry(0, [null, null])).toMatchObject({ score: null, error: failed.error });
  });

  it('over all: how far the means of the repeats lie apart, and failed calls are counted', () => {
    const results = [
      entry(0, [0.2, 0.4]),
      entry(1, [0.6, 1]),
      entry(2, [0, null]),
      entry(0, [0.5, 0.5], 'validation'),
    ];
    expect(summarise(results)).toEqual({
      train: 0.366666666667,
      validation: 0.5,
      spread: {
        train: { min: 0.4, max: 0.7, deviation: 0.212132034356 },
        validation: { min: 0.5, max: 0.5, deviation: 0 },
      },
      min: 0,
      max: 0.8,
      failed: 1,
    });
  });
});
