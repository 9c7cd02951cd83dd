import type { Evaluation, JudgeScale } from '../evaluator.js';
import { SCALES } from './judgement-schema.js';
import { median, nearest, spread } from './median.js';
import type { Judgement } from './read-judgement.js';

/**
 * Merges judgements into one score. Each hard constraint is decided by vote: it is broken if at least half of the
 * samples see it broken, as for a veto. A broken one gives the lowest score of the scale, whatever the median;
 * otherwise the score is the median of the samples' scores (the mean of the middle two of an even number). The wording
 * is that of the sample nearest to the median among those that agree with the vote about the constraints.
 *
 * With several samples, `samples` keeps every score in the given order, their spread (max − min), and as `otherViews`
 * the wording of samples that disagree with the vote.
 *
 * @param judgements at least one, of one candidate
 */
export function medianJudgement(
  judgements: readonly [Judgement, ...Judgement[]],
  scale: JudgeScale,
): Evaluation {
  const broken = brokenByVote(judgements);
  const scores = judgements.map(({ score }) => score);
  const middle = median(scores);
  const agreeing = judgements.filter(({ violated }) => isSame(violated, broken));
  const { sideInfo } = nearest(agreeing.length > 0 ? agreeing : judgements, ({ score }) => score, middle);
  const clamped = judgements.flatMap((judgement, at) =>
    judgement.clamped.map((one) => (judgements.length > 1 ? { sample: at + 1, ...one } : one)),
  );
  return {
    score: broken.length > 0 ? SCALES[scale].min : middle,
    sideInfo: {
      ...sideInfo,
      ...(broken.length > 0 && { violatedConstraints: broken }),
      ...(clamped.length > 0 && { clamped }),
      ...(judgements.length > 1 && { samples: describeSamples(judgements, broken) }),
    },
  };
}

function brokenByVote(judgements: readonly Judgement[]): readonly string[] {
  const named = new Set(judgements.flatMap(({ violated }) => violated));
  const votesFor = (constraint: string) =>
    judgements.filter(({ violated }) => violated.includes(constraint)).length;
  return [...named].filter((constraint) => votesFor(constraint) * 2 >= judgements.length);
}

function describeSamples(judgements: readonly Judgement[], broken: readonly string[]) {
  const scores = judgements.map(({ score }) => score);
  const otherViews = judgements.flatMap(({ violated, sideInfo: { reasoning } }, at) =>
    isSame(violated, broken) ? [] : [{ sample: at + 1, violatedConstraints: violated, reasoning }],
  );
  return { scores, spread: spread(scores), ...(otherViews.length > 0 && { otherViews }) };
}

/** Both lists are free of duplicates. */
function isSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((text) => others.includes(text));
}
