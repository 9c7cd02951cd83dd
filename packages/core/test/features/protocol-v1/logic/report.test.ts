// A grade of scoring protocol v1 is the band of the plain mean, or F if validation failed.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gradeScores, summarise } from '../../../../src/features/protocol-v1/logic/report.js';

const PASSED = { validationPassed: true };

describe('gradeScores', () => {
  it.each([
    [4, 3.5, 3.75, 'B'],
    [5, 5, 5, 'A'],
    [4, 5, 4.5, 'A'],
    [4, 4.9, 4.45, 'B'],
    [3, 4, 3.5, 'B'],
    [3, 3.9, 3.45, 'C'],
    [2, 3, 2.5, 'C'],
    [2, 2.9, 2.45, 'D'],
    [1, 2, 1.5, 'D'],
    [1, 1.9, 1.45, 'F'],
    [1, 1, 1, 'F'],
  ])('%d and %d are %d, %s', (a, b, score, grade) => {
    expect(gradeScores([{ score: a }, { score: b }], PASSED)).toEqual({ score, grade });
  });

  it('any scores: their plain mean, and the letter with the matching bounds', () => {
    const score = fc.double({ min: 1, max: 5, noNaN: true });
    fc.assert(
      fc.property(score, score, (a, b) => {
        const graded = gradeScores([{ score: a }, { score: b }], PASSED);
        expect(graded.score).toBe((a + b) / 2);
        const bounds = { A: [4.5, 6], B: [3.5, 4.5], C: [2.5, 3.5], D: [1.5, 2.5], F: [0, 1.5] }[
          graded.grade
        ];
        expect(graded.score >= (bounds[0] ?? 9) && graded.score < (bounds[1] ?? 0)).toBe(true);
        const failed = gradeScores([{ score: a }, { score: b }], { validationPassed: false });
        expect(failed).toEqual({ score: graded.score, grade: 'F' });
      }),
    );
  });
});

describe('summarise', () => {
  it('counts letters, and calculates the mean of graded schemas', () => {
    const graded = [
      { grade: 'A', score: 5 },
      { grade: 'F', score: 4 },
    ] as const;
    expect(summarise(graded, 3)).toEqual({
      schemas: 3,
      graded: 2,
      failed: 1,
      mean: 4.5,
      grades: { A: 1, B: 0, C: 0, D: 0, F: 1 },
    });
    expect(summarise([], 2)).toMatchObject({ mean: null, failed: 2 });
  });
});
