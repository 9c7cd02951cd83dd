// The table of seed 004: valid scores in both ranges become answers, exactly 1 + 4·s or unchanged; everything else is a
// problem and never a number; side information fits into an entry, whatever it contains.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkEvaluation, readSideInfo, scaleScore } from '../../../src/evaluators/logic/check-evaluation.js';
import { SCORE_RANGES } from '../../../src/evaluators/logic/evaluator.js';
import { describeProblem } from '../../../src/problems/error-codes.js';
import { findUnsafeValues } from '../../../src/values/read-json.js';

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
      /^the evaluator grade\.mjs answered with "x{78}… as its score; a score must be a number$/,
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

const parse = (text: string) => JSON.parse(text) as Record<string, unknown>;

describe('readSideInfo', () => {
  it.each<[string, Record<string, unknown>, ReturnType<typeof readSideInfo>]>([
    ['nothing', {}, { reasoning: null, evidence: undefined }],
    ['words alone', { reasoning: 'clear' }, { reasoning: 'clear', evidence: undefined }],
    ['words and more', { reasoning: 'clear', words: 12 }, { reasoning: 'clear', evidence: { words: 12 } }],
    [
      'blank words',
      { reasoning: '  ', words: 12 },
      { reasoning: null, evidence: { reasoning: '  ', words: 12 } },
    ],
    ['words in another form', { reasoning: ['a'] }, { reasoning: null, evidence: { reasoning: ['a'] } }],
  ])('%s', (_, sideInfo, expected) => {
    expect(readSideInfo(sideInfo)).toEqual(expected);
  });

  it('cuts long text, and gives the original length', () => {
    const { reasoning, evidence } = readSideInfo({ reasoning: 'r'.repeat(9000), log: 'l'.repeat(900_000) });
    expect(reasoning).toMatch(/^r{4000}… \(9000 characters in all\)$/);
    expect(evidence).toMatch(/^\{"log":"l+… \(900010 characters in all\)$/);
    expect((evidence as string).length).toBeLessThan(4100);
  });

  it('cuts no surrogate pair in half', () => {
    expect(readSideInfo({ reasoning: `x${'😀'.repeat(3000)}` }).reasoning).not.toMatch(/\p{Surrogate}/u);
  });

  it.each([
    ['keys of a prototype', '{"a":1,"__proto__":{"b":2},"c":{"constructor":1}}', { a: 1, c: {} }],
    ['half a pair', '{"a\\ud800":"\\udc00"}', { 'a\uFFFD': '\uFFFD' }],
    ['a number without bounds', '{"a":1e999}', { a: 'Infinity' }],
  ])('removes %s', (_, text, expected) => {
    expect(readSideInfo(parse(text)).evidence).toEqual(expected);
  });

  it('flattens deep nesting', () => {
    const deep = parse(`{"a":${'['.repeat(500)}${']'.repeat(500)}}`);
    expect(JSON.stringify(readSideInfo(deep).evidence)).toBe(`{"a":${'['.repeat(15)}"…"${']'.repeat(15)}}`);
  });

  it('leaves nothing that a scores file cannot hold', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue({ maxDepth: 30 })),
        (sideInfo) => {
          const { reasoning, evidence } = readSideInfo(sideInfo);
          expect(findUnsafeValues(JSON.parse(JSON.stringify({ reasoning, evidence })))).toEqual([]);
        },
      ),
    );
  });
});
