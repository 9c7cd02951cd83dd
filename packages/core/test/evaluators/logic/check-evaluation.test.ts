// The table of seed 004: valid scores in both ranges; everything else is a problem and never a number.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkEvaluation } from '../../../src/evaluators/logic/check-evaluation.js';
import { SCORE_RANGES } from '../../../src/evaluators/logic/evaluator.js';
import { describeProblem } from '../../../src/problems/error-codes.js';

function codeOf(answer: unknown, range: 'unit' | 'any'): string {
  const outcome = checkEvaluation(answer, range, 'grade.mjs');
  return 'problem' in outcome ? outcome.problem.code : `scored ${outcome.evaluation.score}`;
}

describe('checkEvaluation', () => {
  it.each([
    [{ score: 0 }, 'scored 0', 'scored 0'],
    [{ score: 1 }, 'scored 1', 'scored 1'],
    [{ score: 0.73 }, 'scored 0.73', 'scored 0.73'],
    [{ score: 1.2 }, 'EVL-014', 'scored 1.2'],
    [{ score: -0.1 }, 'EVL-014', 'scored -0.1'],
    [{ score: 1 + Number.EPSILON }, 'EVL-014', `scored ${1 + Number.EPSILON}`],
    [{ score: -5e300 }, 'EVL-014', 'scored -5e+300'],
    [JSON.parse('{"score": 1e999}'), 'EVL-013', 'EVL-013'],
    [{ score: Number.NaN }, 'EVL-013', 'EVL-013'],
    [{ score: -Infinity }, 'EVL-013', 'EVL-013'],
    [{ score: '0.5' }, 'EVL-012', 'EVL-012'],
    [{ score: true }, 'EVL-012', 'EVL-012'],
    [{ score: false }, 'EVL-012', 'EVL-012'],
    [{ score: null }, 'EVL-012', 'EVL-012'],
    [{ score: undefined }, 'EVL-012', 'EVL-012'],
    [{ score: [0.5] }, 'EVL-012', 'EVL-012'],
    [{ score: { value: 1 } }, 'EVL-012', 'EVL-012'],
    [{}, 'EVL-011', 'EVL-011'],
    [{ Score: 0.5 }, 'EVL-011', 'EVL-011'],
    [JSON.parse('{"__proto__": {"score": 0.5}}'), 'EVL-011', 'EVL-011'],
    [null, 'EVL-010', 'EVL-010'],
    [[{ score: 0.5 }], 'EVL-010', 'EVL-010'],
    [0.5, 'EVL-010', 'EVL-010'],
    ['0.5', 'EVL-010', 'EVL-010'],
  ])('%j: %s in unit, %s in any', (answer, unit, any) => {
    expect(codeOf(answer, 'unit')).toBe(unit);
    expect(codeOf(answer, 'any')).toBe(any);
  });

  it('keeps everything beside the score unchanged', () => {
    const sideInfo = { reasoning: 'short', parts: [1, { two: null }], scores: 3 };
    expect(checkEvaluation({ ...sideInfo, score: 0.5 }, 'unit', 'x')).toEqual({
      evaluation: { score: 0.5, sideInfo },
    });
  });

  it('reports the found value, shortened if it is long, and that a retry may help', () => {
    const outcome = checkEvaluation({ score: 'x'.repeat(1000) }, 'unit', 'grade.mjs');
    if (!('problem' in outcome)) throw new Error('a text was taken for a score');
    expect(outcome.retry).toBe(true);
    expect(describeProblem(outcome.problem).message).toMatch(
      /^the evaluator grade\.mjs answered "x{78}… as its score; a score is a number$/,
    );
  });

  it('accepts an answer exactly if its score is a finite number in the range', () => {
    fc.assert(
      fc.property(fc.anything(), fc.constantFrom(...SCORE_RANGES), (score, range) => {
        const isNumber = typeof score === 'number' && Number.isFinite(score);
        const isScore = isNumber && (range === 'any' || (score >= 0 && score <= 1));
        expect('evaluation' in checkEvaluation({ score }, range, 'x')).toBe(isScore);
      }),
    );
  });
});
