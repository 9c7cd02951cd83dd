// Several answers to one area prompt become one, question by question, with each sample recorded beside it.
import { describe, expect, it } from 'vitest';
import { medianAnswers } from '../../../../src/evaluators/logic/judge/median-answers.js';

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
