// Intervals over tasks.
import { describe, expect, it } from 'vitest';
import { pairedDifference, shareOf } from '../../../src/trials/logic/statistics.js';

const shares = (right: number, wrong: number) => [...Array(right).fill(1), ...Array(wrong).fill(0)];

describe('the interval of Wilson', () => {
  it.each([
    [8, 8, 0.6756, 1],
    [16, 16, 0.8064, 1],
    [15, 15, 0.7961, 1],
    [18, 30, 0.4232, 0.7541],
    [0, 10, 0, 0.2775],
  ])('of %i of %i', (right, all, low, high) => {
    const found = shareOf(shares(right, all - right));
    expect(found).toMatchObject({ n: all });
    expect(found.low).toBeCloseTo(low, 4);
    expect(found.high).toBeCloseTo(high, 4);
  });

  it('counts tasks, not attempts: shares of samples do not narrow it', () => {
    const halves = shareOf(Array(10).fill(0.5));
    expect(halves).toEqual(shareOf(shares(5, 5)));
  });

  it('is everything where there is no task', () => {
    expect(shareOf([])).toEqual({ rate: null, low: 0, high: 1, n: 0 });
  });
});

describe('the paired difference', () => {
  it('has an interval and the smallest difference to be found', () => {
    // Mean 0.5, variance 3/11, standard error 0.15076.
    const differences = [1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0];
    expect(pairedDifference(differences)).toEqual({
      mean: 0.5,
      low: 0.204524,
      high: 0.795476,
      detectable: 0.422116,
    });
  });

  it('has an interval that ends at a whole', () => {
    expect(pairedDifference([1, 1, 1, 1, 1, 1, 0.2])).toMatchObject({ high: 1 });
  });

  it.each([[[0.2]], [[0, 0, 0]], [Array(8).fill(1)], [[1, 1, 1, 1, 1, 0, 0]]])(
    'of %j has none',
    (differences) => {
      expect(pairedDifference(differences)).toMatchObject({ low: null, high: null, detectable: null });
    },
  );
});
