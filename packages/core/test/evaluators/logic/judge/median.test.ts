// Several judgements become one: the median with the wording of the nearest, and each hard constraint by vote; so do
// several answers to one area prompt, question by question, with each sample recorded beside it.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AreaPart } from '../../../../src/evaluators/logic/evaluated-scores.js';
import type { Evaluation } from '../../../../src/evaluators/logic/evaluator.js';
import { medianJudgement, mergeSamples } from '../../../../src/evaluators/logic/judge/median.js';

function judgements(scores: readonly number[], violated: readonly (readonly string[])[] = []): Evaluation[] {
  return scores.map((score, at) => ({
    score,
    sideInfo: { reasoning: `no. ${at}`, violatedConstraints: violated[at] ?? [] },
  }));
}

it.each([
  [[0.4], 0.4, 'no. 0', undefined],
  [[0.9, 0.1, 0.5], 0.5, 'no. 2', 0.8],
  [[0.25, 0.75], 0.5, 'no. 0', 0.5],
  [[1, 0.5, 0, 0.25], 0.375, 'no. 1', 1],
  [[0.5, 0.5, 0.5], 0.5, 'no. 0', 0],
])('%j → %d', (scores, score, reasoning, spread) => {
  const { score: found, sideInfo } = medianJudgement(judgements(scores), 'unit');
  expect(found).toBe(score);
  expect(sideInfo.reasoning).toBe(reasoning);
  const reasons = scores.map((_, at) => `no. ${at}`);
  expect(sideInfo.samples).toEqual(spread === undefined ? undefined : { scores, spread, reasons });
});

it('as many scores are below the median as above it, whatever their order', () => {
  const scores = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 9 });
  fc.assert(
    fc.property(scores, (given) => {
      const { score } = medianJudgement(judgements(given), 'unit');
      const half = given.length / 2;
      expect(given.filter((each) => each < score).length).toBeLessThanOrEqual(half);
      expect(given.filter((each) => each > score).length).toBeLessThanOrEqual(half);
      expect(medianJudgement(judgements([...given].reverse()), 'unit').score).toBe(score);
    }),
  );
});

describe('a hard constraint', () => {
  const [links, english] = ['No links.', 'In English.'];

  it.each<[string, string[][], number, string[] | undefined]>([
    ['broken in the one sample', [[links]], 0, [links]],
    ['broken in one of two', [[links], []], 0, [links]],
    ['broken in one of three', [[links], [], []], 0.7, undefined],
    ['broken in two of three', [[], [links], [links]], 0, [links]],
    ['broken in two of four', [[links], [], [links], []], 0, [links]],
    ['each broken in one of three', [[links], [english], []], 0.7, undefined],
    ['one in two of three, one in one', [[links, english], [links], []], 0, [links]],
  ])('%s', (_, violated, score, broken) => {
    const scores = [0.7, 0.6, 0.9, 0.7].slice(0, violated.length);
    const found = medianJudgement(judgements(scores, violated), 'unit');
    expect(found.score).toBe(score);
    expect(found.sideInfo.violatedConstraints).toEqual(broken);
  });

  it('gives the lowest score of a grading', () => {
    expect(medianJudgement(judgements([4], [[links]]), 'grade').score).toBe(1);
  });

  it('that too few see broken leaves a trace, with the wording of the others', () => {
    const { sideInfo } = medianJudgement(judgements([0.7, 0.6, 0.9], [[links], [], []]), 'unit');
    expect(sideInfo).toEqual({
      reasoning: 'no. 1',
      samples: {
        scores: [0.7, 0.6, 0.9],
        spread: expect.closeTo(0.3),
        reasons: ['no. 0', 'no. 1', 'no. 2'],
        otherViews: [{ sample: 1, violatedConstraints: [links] }],
      },
    });
  });

  it('that the vote sees broken keeps the view of the samples that disagree', () => {
    const { sideInfo } = medianJudgement(judgements([0.9, 0.6, 0.7], [[], [links], [links]]), 'unit');
    expect(sideInfo).toMatchObject({
      reasoning: 'no. 2',
      violatedConstraints: [links],
      samples: { scores: [0.9, 0.6, 0.7], otherViews: [{ sample: 1, violatedConstraints: [] }] },
    });
  });

  it('is kept as each sample sees it if none agrees with the vote', () => {
    const violated = [[links], [english], ['Short.']];
    const { score, sideInfo } = medianJudgement(judgements([0.2, 0.4, 0.6], violated), 'unit');
    expect(score).toBe(0.4);
    expect(sideInfo.reasoning).toBe('no. 1');
    expect((sideInfo.samples as { otherViews: unknown[] }).otherViews).toHaveLength(3);
  });
});

it('names the sample that was clamped', () => {
  const [first, second] = judgements([1, 0.5]) as [Evaluation, Evaluation];
  const clamped = [{ answered: 2, taken: 1 }];
  const withClamped = { ...first, sideInfo: { ...first.sideInfo, clamped } };
  expect(medianJudgement([withClamped], 'unit').sideInfo).toMatchObject({ clamped });
  expect(medianJudgement([second, withClamped], 'unit').sideInfo).toMatchObject({
    clamped: [{ sample: 2, answered: 2, taken: 1 }],
  });
});

it('takes samples that were edited in a journal', () => {
  const sideInfo = { reasoning: 1, violatedConstraints: 'No links.', clamped: [null] };
  expect(medianJudgement([{ score: 0.5, sideInfo }], 'unit')).toEqual({
    score: 0.5,
    sideInfo: { reasoning: 1 },
  });
});

const VETO = { triggeredBy: 'malicious-module', evidence: 'e' } as const;

function sample(
  scores: readonly (number | 'pass' | 'fail' | 'n/a')[],
  more: Partial<AreaPart> = {},
): AreaPart {
  const answers = scores.map((score, at) => ({
    questionId: `Q-${at + 1}`,
    score,
    reasoning: `it is ${String(score)}`,
    ...(score === 'n/a' && { naReason: 'requires-private-data' as const }),
  }));
  return { answers, improvementHints: [], ...more };
}

const merge = (...samples: AreaPart[]) => mergeSamples(samples);

it('a single sample is passed on unchanged', () => {
  const one = sample([2.5, 'n/a'], { veto: VETO });
  expect(merge(one)).toBe(one);
});

it.each<[(number | 'pass' | 'fail' | 'n/a')[], unknown, string, number | undefined]>([
  [[2, 5, 3], 3, 'it is 3', 3],
  [[2, 5], 3.5, 'it is 2', 3],
  [[4, 4, 4], 4, 'it is 4', 0],
  [['pass', 'fail', 'pass'], 'pass', 'it is pass', 1],
  [['pass', 'fail'], 'fail', 'it is fail', 1],
  [['fail', 'fail'], 'fail', 'it is fail', 0],
  [[3, 'n/a', 5], 4, 'it is 3', 2],
  [['n/a', 3], 3, 'it is 3', 0],
  [['n/a', 'pass'], 'pass', 'it is pass', 0],
  [['n/a', 3, 'n/a'], 'n/a', 'it is n/a', 0],
  [['n/a', 'n/a'], 'n/a', 'it is n/a', undefined],
])('%j → %j', (scores, score, reasoning, spread) => {
  const [answer] = merge(...scores.map((one) => sample([one]))).answers;
  expect(answer).toMatchObject({ score, reasoning });
  expect(answer?.naReason).toBe(score === 'n/a' ? 'requires-private-data' : undefined);
  const naReasons = scores.map((one) => (one === 'n/a' ? 'requires-private-data' : null));
  expect(answer?.evidence).toEqual({
    samples: {
      scores,
      ...(spread !== undefined && { spread }),
      reasons: scores.map((one) => `it is ${one}`),
      ...(scores.includes('n/a') && { naReasons }),
    },
  });
});

it.each<[(number | 'pass' | 'fail' | 'n/a')[], unknown]>([
  [[2, 5, 3], 10 / 3],
  [[2, 5], 3.5],
  [['pass', 'fail'], 'fail'],
  [['pass', 'fail', 'pass'], 'pass'],
  [[3, 'n/a', 4], 3.5],
])('asked until a letter is likely: %j → %j', (scores, score) => {
  const { answers } = mergeSamples(
    scores.map((one) => sample([one])),
    0.95,
  );
  expect(answers[0]).toMatchObject({
    score,
    evidence: { samples: { merge: 'mean', until: 0.95, scores } },
  });
});

it.each([
  ['line 3', { text: 'line 3' }],
  [{ line: 3, samples: 'of its own' }, { line: 3 }],
])('keeps the evidence of the answer shown: %j', (evidence, kept) => {
  const given = sample([3]);
  const answers = given.answers.map((answer) => ({ ...answer, evidence }));
  const { answers: merged } = merge({ ...given, answers }, sample([5]), sample([1]));
  expect(merged[0]?.evidence).toEqual({ ...kept, samples: expect.objectContaining({ scores: [3, 5, 1] }) });
});

it('keeps the hints of all samples, each once', () => {
  const hint = (suggestion: string) => ({
    targetField: 'description',
    suggestion,
    priority: 'low' as const,
  });
  const samples = [['a', 'b'], [], ['c', 'a']].map((texts) =>
    sample([3], { improvementHints: texts.map(hint) }),
  );
  expect(merge(...samples).improvementHints).toEqual(['a', 'b', 'c'].map(hint));
});

describe('a veto', () => {
  it.each([
    [1, 2, VETO],
    [1, 3, undefined],
    [2, 3, VETO],
    [0, 2, undefined],
  ])('raised by %d of %d samples', (raised, all, veto) => {
    const samples = Array.from({ length: all }, (_, at) => sample([3], at < raised ? { veto: VETO } : {}));
    expect(merge(...samples).veto).toEqual(veto);
  });
});

const OTHER = { ...VETO, evidence: 'another place' };
it.each([
  ['raised by too few', [VETO, null, null], [VETO]],
  ['raised with different words', [VETO, OTHER, null], [VETO, OTHER]],
  ['that is shown', [VETO, null], undefined],
])('a veto %s is kept beside the first answer unless it is all there is', (_, given, vetoes) => {
  const merged = merge(...given.map((veto) => sample([3, 4], veto ? { veto } : {})));
  const samplesOf = ({ evidence }: AreaPart['answers'][number]) =>
    (evidence as { samples: { vetoes?: unknown } }).samples;
  expect(merged.answers.map((answer) => samplesOf(answer).vetoes)).toEqual([vetoes, undefined]);
});

it('samples that answer different questions are a mistake of the caller', () => {
  expect(() => merge(sample([1, 2]), sample([1]))).toThrow('Q-2');
});
