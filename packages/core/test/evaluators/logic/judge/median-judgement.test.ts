// Several judgements become one: the median with the wording of the nearest, and each hard constraint by vote.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { medianJudgement } from '../../../../src/evaluators/logic/judge/median-judgement.js';
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
