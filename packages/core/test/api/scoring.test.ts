import { describe, expect, it } from 'vitest';
import { Scoring } from '../../src/index.js';

describe('Scoring', () => {
  it.each([1, 5, 3.25, 'pass', 'fail', 'stale', 'n/a'])('%j is a score', (score) => {
    expect(Scoring.validateScore({ score })).toEqual({ valid: true, errors: [] });
  });

  it.each([
    [undefined, 'GRD-001'],
    [null, 'GRD-001'],
    [0.99, 'SCO-001'],
    [5.01, 'SCO-001'],
    [Number.NaN, 'SCO-001'],
    ['4', 'SCO-003'],
    [true, 'GRD-002'],
  ])('%j is not a score', (score, code) => {
    const { valid, errors } = Scoring.validateScore({ score });
    expect(valid).toBe(false);
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatch(new RegExp(`^${code}: `));
  });

  it('sums by weight, with pass 5 and fail 1, without n/a and stale', () => {
    const gradings = [
      { score: 'pass', weight: 2 },
      { score: 'fail', weight: 1 },
      { score: 3, weight: 1 },
      { score: 'n/a', weight: 9 },
      { score: 'stale', weight: 9 },
    ] as const;
    expect(Scoring.computeWeightedSum({ gradings })).toEqual({
      sum: 14,
      weightSum: 4,
      normalizedScore: 3.5,
      errors: [],
    });
  });

  it('returns no mean for an empty list, nor for values that are not scores', () => {
    expect(Scoring.computeWeightedSum({ gradings: [] })).toMatchObject({
      weightSum: 0,
      normalizedScore: null,
    });
    const gradings = [{ score: 9, weight: 1 }, { score: 3 }] as never;
    const { normalizedScore, errors } = Scoring.computeWeightedSum({ gradings });
    expect(normalizedScore).toBeNull();
    expect(errors.map((text) => text.slice(0, 24))).toEqual([
      'SCO-001: /gradings/0: th',
      'SCO-004: /gradings/1: a ',
    ]);
    expect(Scoring.computeWeightedSum({ gradings: undefined as never }).errors.join()).toContain('GRD-001');
  });

  it('refuses weights that no sum can hold, and holes', () => {
    const heavy = { score: 4, weight: 1e308 };
    expect(Scoring.computeWeightedSum({ gradings: [heavy, heavy] }).errors.join()).toContain('SCO-004');
    expect(Scoring.computeWeightedSum({ gradings: new Array(1) as never }).errors.join()).toContain('GRD-00');
  });

  it('exposes its version', () => {
    expect(Scoring.getVersion()).toEqual({ version: 'scoringSystem/1.0.0' });
  });
});
