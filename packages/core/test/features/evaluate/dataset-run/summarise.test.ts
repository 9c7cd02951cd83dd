// The summary of an evaluator run: means are between the lowest and highest score, and have no spurious digits.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { summarise } from '../../../../src/features/evaluate/dataset-run/evaluator-run.js';

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
