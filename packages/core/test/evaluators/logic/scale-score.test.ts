// An evaluator's score becomes a question's answer: exactly 1 + 4·s, or unchanged.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scaleScore } from '../../../src/evaluators/logic/scale-score.js';

describe('scaleScore', () => {
  it.each([
    [0, 'scale-1-5', 'unit', 1],
    [1, 'scale-1-5', 'unit', 5],
    [0.5, 'scale-1-5', 'unit', 3],
    [0.73, 'scale-1-5', 'unit', 1 + 4 * 0.73],
    [0.5, 'boolean', 'unit', 'pass'],
    [0.4999, 'boolean', 'unit', 'fail'],
    [1, 'scale-1-5', 'any', 1],
    [4.25, 'scale-1-5', 'any', 4.25],
    [0.9, 'scale-1-5', 'any', null],
    [5.01, 'scale-1-5', 'any', null],
    [3, 'boolean', 'any', 'pass'],
    [2.99, 'boolean', 'any', 'fail'],
    [0.5, 'boolean', 'any', null],
    [-1, 'boolean', 'any', null],
  ] as const)('%f of a %s question in %s is %s', (score, type, range, expected) => {
    expect(scaleScore(score, type, range)).toBe(expected);
  });

  it('keeps the range 1 … 5 and the order of scores', () => {
    const unit = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(unit, unit, (a, b) => {
        const [low, high] = [Math.min(a, b), Math.max(a, b)].map((s) => scaleScore(s, 'scale-1-5', 'unit'));
        expect(low).toBeGreaterThanOrEqual(1);
        expect(high).toBeLessThanOrEqual(5);
        expect(low as number).toBeLessThanOrEqual(high as number);
      }),
    );
  });
});
