// Several judgements become one: the median with the wording of the nearest, and each hard constraint by vote; so do
// several answers to one area prompt, question by question, with each sample recorded beside it.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { medianAnswers, medianJudgement } from '../../../../src/evaluators/logic/judge/median.js';
import type { Judgement } from '../../../../src/evaluators/logic/judge/read-judgement.js';

type Samples = [Judgement, ...Judgement[]];

function judgements(scores: readonly number[], violated: readonly (readonly string[])[] = []): Samples {
  return scores.map((score, at) => ({
    score,
    violated: violated[at] ?? [],
    sideInfo: { reasoning: `no. ${at}` },
    clamped: [],
  })) as unknown as Samples;
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
  expect(sideInfo.samples).toEqual(spread === undefined ? undefined : { scores, spread });
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
        otherViews: [{ sample: 1, violatedConstraints: [links], reasoning: 'no. 0' }],
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
  const [first, second] = judgements([1, 0.5]) as [Judgement, Judgement];
  const clamped = [{ answered: 2, taken: 1 }];
  expect(medianJudgement([{ ...first, clamped }], 'unit').sideInfo).toMatchObject({ clamped });
  expect(medianJudgement([second, { ...first, clamped }], 'unit').sideInfo).toMatchObject({
    clamped: [{ sample: 2, answered: 2, taken: 1 }],
  });
});

const VETO = { triggeredBy: 'malicious-module', evidence: 'e' };

function sample(scores: readonly unknown[], more: object = {}) {
  const answers = scores.map((score, at) => ({
    questionId: `Q-${at + 1}`,
    score,
    reasoning: `it is ${String(score)}`,
    ...(score === 'n/a' && { naReason: 'requires-private-data' }),
  }));
  return { area: 'x', answers, improvementHints: [], ...more };
}

function merge(...samples: Record<string, unknown>[]) {
  const [first, ...others] = samples;
  if (first === undefined) throw new Error('no samples');
  return medianAnswers([first, ...others]);
}

function mergeScores(...scores: unknown[]) {
  const merged = merge(...scores.map((score) => sample([score])));
  if ('reason' in merged) throw new Error(merged.reason);
  return (merged.answer.answers as Record<string, unknown>[])[0];
}

it('a single sample is passed on unchanged, whatever its shape', () => {
  expect(merge({ anything: 1 })).toEqual({ answer: { anything: 1 } });
});

it.each<[unknown[], unknown, string, number | undefined]>([
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
  const answer = mergeScores(...scores);
  expect(answer).toMatchObject({ score, reasoning });
  expect(answer?.naReason).toBe(score === 'n/a' ? 'requires-private-data' : undefined);
  expect(answer?.evidence).toEqual({ samples: { scores, ...(spread !== undefined && { spread }) } });
});

it('keeps the given evidence', () => {
  const withEvidence = (evidence: unknown) => ({
    answers: [{ questionId: 'Q-1', score: 3, reasoning: 'r', evidence }],
  });
  const evidenceOf = (evidence: unknown) => {
    const merged = merge(withEvidence(evidence), sample([5]), sample([1]));
    return 'answer' in merged && (merged.answer.answers as { evidence: unknown }[])[0]?.evidence;
  };
  expect(evidenceOf('line 3')).toEqual({ text: 'line 3', samples: { scores: [3, 5, 1], spread: 4 } });
  expect(evidenceOf({ line: 3 })).toEqual({ line: 3, samples: { scores: [3, 5, 1], spread: 4 } });
});

describe('a veto', () => {
  it.each([
    [1, 2, VETO],
    [1, 3, null],
    [2, 3, VETO],
    [0, 2, null],
  ])('raised by %d of %d samples', (raised, all, veto) => {
    const samples = Array.from({ length: all }, (_, at) => sample([3], at < raised ? { veto: VETO } : {}));
    expect(merge(...samples)).toMatchObject({ answer: { veto } });
  });
});

it('a veto raised by too few samples is kept beside the first answer', () => {
  const merged = merge(sample([3, 4], { veto: VETO }), sample([3, 4]), sample([3, 4]));
  expect(merged).toMatchObject({
    answer: { veto: null, answers: [{ evidence: { samples: { scores: [3, 3, 3], vetoes: [VETO] } } }, {}] },
  });
  const [, second] = ('answer' in merged ? merged.answer.answers : []) as { evidence: object }[];
  expect(second?.evidence).toEqual({ samples: { scores: [4, 4, 4], spread: 0 } });
});

it.each([
  ['a question less', [sample([1, 2]), sample([1])]],
  ['a question more', [sample([1]), sample([1, 2])]],
  ['a question twice', [sample([1]), { answers: [...sample([1]).answers, ...sample([2]).answers] }]],
  ['no list of answers', [sample([1]), { answers: 'none' }]],
  ['a score of its own', [sample([1]), sample(['good'])]],
  ['a score in quotes', [sample([1]), sample(['1'])]],
])('merging fails for samples with %s', (_, samples) => {
  expect(merge(...samples)).toMatchObject({ reason: expect.any(String) });
});
