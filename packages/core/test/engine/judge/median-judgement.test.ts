// Several judgements become one: the median, in the words of the nearest, with the spread beside it.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { medianJudgement } from '../../../src/engine/judge/median-judgement.js';
import type { Evaluation } from '../../../src/model/evaluator.js';

function judgements(scores: readonly number[]): [Evaluation, ...Evaluation[]] {
  const [first, ...others] = scores.map((score, at) => ({ score, sideInfo: { reasoning: `no. ${at}` } }));
  if (first === undefined) throw new Error('no scores');
  return [first, ...others];
}

it.each([
  [[0.4], 0.4, 'no. 0', undefined],
  [[0.9, 0.1, 0.5], 0.5, 'no. 2', 0.8],
  [[0.25, 0.75], 0.5, 'no. 0', 0.5],
  [[1, 0.5, 0, 0.25], 0.375, 'no. 1', 1],
  [[0.5, 0.5, 0.5], 0.5, 'no. 0', 0],
])('%j → %d', (scores, score, reasoning, spread) => {
  const { score: found, sideInfo } = medianJudgement(judgements(scores));
  expect(found).toBe(score);
  expect(sideInfo.reasoning).toBe(reasoning);
  expect(sideInfo.samples).toEqual(spread === undefined ? undefined : { scores, spread });
});

it('as many scores lie below the median as above it, whatever their order', () => {
  const scores = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 9 });
  fc.assert(
    fc.property(scores, (given) => {
      const { score } = medianJudgement(judgements(given));
      const half = given.length / 2;
      expect(given.filter((each) => each < score).length).toBeLessThanOrEqual(half);
      expect(given.filter((each) => each > score).length).toBeLessThanOrEqual(half);
      expect(medianJudgement(judgements([...given].reverse())).score).toBe(score);
    }),
  );
});
