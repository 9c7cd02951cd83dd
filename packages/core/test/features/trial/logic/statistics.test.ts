// Intervals over tasks, and the exact test that compares two trials.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pairedDifference, shareOf, signFlipP } from '../../../../src/features/trial/logic/statistics.js';

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

/** Binomial coefficients by Pascal's rule. */
function choose(n: number, k: number): number {
  let row = [1];
  for (let at = 0; at < n; at += 1) row = [1, ...row.slice(1).map((one, i) => one + (row[i] ?? 0)), 1];
  return row[k] ?? 0;
}

/** McNemar's exact test: twice the binomial tail of the larger count. */
function mcnemar(one: number, other: number): number {
  const n = one + other;
  const most = Math.max(one, other);
  const tail = Array.from({ length: n - most + 1 }, (_, at) => choose(n, most + at));
  return Math.min(1, (2 * tail.reduce((sum, count) => sum + count, 0)) / 2 ** n);
}

describe('the sign-flip test', () => {
  const changes = (gained: number, lost: number, same = 0) => [
    ...Array(gained).fill(1),
    ...Array(lost).fill(-1),
    ...Array(same).fill(0),
  ];

  it('finds 14 gained against 4 lost', () => {
    expect(signFlipP(changes(14, 4))).toBeCloseTo(0.0309, 4);
  });

  it("is McNemar's exact test with one sample", () => {
    const count = fc.integer({ min: 0, max: 25 });
    fc.assert(
      fc.property(count, count, count, (gained, lost, same) => {
        expect(signFlipP(changes(gained, lost, same))).toBeCloseTo(mcnemar(gained, lost), 10);
      }),
    );
  });

  it('is the share of sign patterns with as large a sum', () => {
    const difference = fc.integer({ min: -5, max: 5 });
    fc.assert(
      fc.property(fc.array(difference, { maxLength: 9 }), (differences) => {
        const found = Math.abs(differences.reduce((sum, one) => sum + one, 0));
        const sums = differences.reduce(
          (all, one) => all.flatMap((sum) => [sum + Math.abs(one), sum - Math.abs(one)]),
          [0],
        );
        const share = sums.filter((sum) => Math.abs(sum) >= found).length / sums.length;
        expect(signFlipP(differences)).toBeCloseTo(share, 10);
      }),
    );
  });

  it('cannot find fewer than six changed tasks', () => {
    expect(signFlipP(changes(5, 0))).toBeGreaterThan(0.05);
    expect(signFlipP(changes(6, 0))).toBeLessThan(0.05);
    expect(signFlipP([5, 5, 5, 5, 5])).toBeGreaterThan(0.05);
  });

  it('is certain of nothing where nothing changed', () => {
    expect(signFlipP([0, 0])).toBe(1);
    expect(signFlipP([])).toBe(1);
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
