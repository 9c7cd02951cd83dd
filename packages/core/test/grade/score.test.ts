// Scores, weights, the mean, bands, trim, and the newest answer per question.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bandOf, gradeAnswers, worseOf } from '../../src/grade/grade.js';
import {
  checkScore,
  checkWeight,
  meanOfScores,
  newestPerQuestion,
  sayMean,
  sayScore,
} from '../../src/grade/score.js';
import { DEFAULT_BOOK } from '../../src/spec/books/registered.js';
import { GRADES, SCORE_WORDS, type Score } from '../../src/spec/vocabulary.js';

const score = fc.oneof(fc.double({ min: 1, max: 5, noNaN: true }), fc.constantFrom(...SCORE_WORDS));
const answer = fc.record({
  score: score as fc.Arbitrary<Score>,
  weight: fc.double({ min: 0.01, max: 10, noNaN: true }),
});

describe('checkScore', () => {
  it.each([
    [undefined, 'GRD-001'],
    [null, 'GRD-001'],
    ['3.5', 'SCO-003'],
    ['PASS', 'SCO-003'],
    [0.999, 'SCO-001'],
    [5.0001, 'SCO-001'],
    [Number.NaN, 'SCO-001'],
    [Number.POSITIVE_INFINITY, 'SCO-001'],
    [true, 'GRD-002'],
    [[3], 'GRD-002'],
    [{}, 'GRD-002'],
  ])('%j is refused with %s', (value, code) => {
    expect(checkScore(value)?.code).toBe(code);
  });

  it.each([1, 5, 3.3, 'pass', 'fail', 'stale', 'n/a'])('%j is a score', (value) => {
    expect(checkScore(value)).toBeNull();
  });
});

describe('checkWeight', () => {
  it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY, '1', null, undefined])(
    '%s is not a weight',
    (value) => {
      expect(checkWeight(value)?.code).toBe('SCO-004');
    },
  );
});

describe('meanOfScores', () => {
  it('an exact 3.5 keeps its letter despite binary fractions', () => {
    const answers = [0.1, 0.2, 0.3, 0.25, 0.05, 0.1].map((weight, at) => ({
      weight,
      score: [0, 4, 5].includes(at) ? ('pass' as const) : 3,
    }));
    expect(meanOfScores(answers, DEFAULT_BOOK)).toBe(3.5);
  });

  it('is between the smallest and the largest value that counts', () => {
    fc.assert(
      fc.property(fc.array(answer, { minLength: 1 }), (answers) => {
        const mean = meanOfScores(answers, DEFAULT_BOOK);
        const values = answers
          .map(({ score }) => (score === 'pass' ? 5 : score === 'fail' ? 1 : score))
          .filter((value): value is number => typeof value === 'number');
        if (values.length === 0) return mean === null;
        return mean !== null && mean >= Math.min(...values) - 1e-9 && mean <= Math.max(...values) + 1e-9;
      }),
    );
  });

  it('n/a and stale change nothing, at any position', () => {
    fc.assert(
      fc.property(fc.array(answer), fc.constantFrom<Score>('n/a', 'stale'), (answers, word) => {
        const more = [{ score: word, weight: 3 }, ...answers, { score: word, weight: 0.5 }];
        expect(meanOfScores(more, DEFAULT_BOOK)).toBe(meanOfScores(answers, DEFAULT_BOOK));
      }),
    );
  });
});

describe('bands and trim', () => {
  it.each([
    [5, 'A'],
    [4.5, 'A'],
    [4.499999999999, 'B'],
    [3.5, 'B'],
    [2.5, 'C'],
    [1.5, 'D'],
    [1.499999999999, 'F'],
    [1, 'F'],
  ])('a mean of %d is %s', (mean, grade) => {
    expect(bandOf(mean, DEFAULT_BOOK.grading)).toBe(grade);
  });

  it('a higher mean is never a worse letter', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 1, max: 5, noNaN: true }),
        fc.double({ min: 1, max: 5, noNaN: true }),
        (a, b) => {
          const [low, high] = a <= b ? [a, b] : [b, a];
          return (
            GRADES.indexOf(bandOf(high, DEFAULT_BOOK.grading)) <=
            GRADES.indexOf(bandOf(low, DEFAULT_BOOK.grading))
          );
        },
      ),
    );
  });

  it('autonomous is capped at B, and the band before the cap is kept', () => {
    fc.assert(
      fc.property(fc.array(answer), (answers) => {
        const result = gradeAnswers({ answers, tier: 'autonomous', rules: DEFAULT_BOOK });
        expect(result.aggregateGrade).not.toBe('A');
        const bound = gradeAnswers({ answers, tier: 'group-bound', rules: DEFAULT_BOOK });
        expect(result.rawGrade).toBe(bound.aggregateGrade);
      }),
    );
  });

  it('worseOf is symmetric and one of its arguments', () => {
    fc.assert(
      fc.property(fc.constantFrom(...GRADES), fc.constantFrom(...GRADES), (a, b) => {
        expect(worseOf(a, b)).toBe(worseOf(b, a));
        expect([a, b]).toContain(worseOf(a, b));
      }),
    );
  });
});

describe('the shown form of a score', () => {
  it.each([
    [3.497525, '3.49', '3.497525 (3.49)'],
    [3.499999999999, '3.49', '3.499999 (3.49)'],
    [4.499999999999, '4.49', '4.499999 (4.49)'],
    [3.5, '3.50', '3.50'],
    [1.15, '1.15', '1.15'],
    [2.29, '2.29', '2.29'],
    [4.35, '4.35', '4.35'],
    [5, '5.00', '5.00'],
    [1, '1.00', '1.00'],
  ])('%f is %s, and as a mean %s', (score, shown, mean) => {
    expect([sayScore(score), sayMean(score)]).toEqual([shown, mean]);
  });

  it('has the same letter as the score itself', () => {
    const means = fc.integer({ min: 1e12, max: 5e12 }).map((value) => value / 1e12);
    const near = fc
      .tuple(fc.constantFrom(1.5, 2.5, 3.5, 4.5), fc.integer({ min: -20, max: 20 }))
      .map(([edge, by]) => Number((edge + by / 1e12).toFixed(12)));
    fc.assert(
      fc.property(fc.oneof(means, near), (mean) => {
        const shown = sayScore(mean);
        expect(bandOf(Number(shown), DEFAULT_BOOK.grading)).toBe(bandOf(mean, DEFAULT_BOOK.grading));
        expect(mean - Number(shown)).toBeLessThan(0.01);
        expect(Number(shown)).toBeLessThanOrEqual(mean);
        expect(shown).toMatch(/^[1-5]\.\d\d$/);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('newestPerQuestion', () => {
  it('keeps one answer per question: the newest, or the later one of two equally new', () => {
    const answers = [
      { questionId: 'Q-a-01', timestamp: '2026-01-02T00:00:00Z', by: 'newest' },
      { questionId: 'Q-a-01', timestamp: '2026-01-01T00:00:00Z', by: 'oldest' },
      { questionId: 'Q-b-01', timestamp: '2026-01-01T00:00:00Z', by: 'first' },
      { questionId: 'Q-b-01', timestamp: '2026-01-01T00:00:00.000Z', by: 'second' },
    ];
    expect(newestPerQuestion(answers).map((found) => found.by)).toEqual(['newest', 'second']);
  });
});
