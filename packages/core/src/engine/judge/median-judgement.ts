import type { Evaluation } from '../../model/evaluator.js';
import { median, nearest, spread } from './median.js';

/**
 * One judgement of several: the median of their scores (the mean of the middle two of an even number), the words of
 * the one nearest to it, and under `samples` every score in the order it was given and their spread (max − min).
 *
 * @param evaluations at least one; a single one is returned as it is
 */
export function medianJudgement(evaluations: readonly [Evaluation, ...Evaluation[]]): Evaluation {
  if (evaluations.length === 1) return evaluations[0];
  const scores = evaluations.map(({ score }) => score);
  const score = median(scores);
  const { sideInfo } = nearest(evaluations, (each) => each.score, score);
  return { score, sideInfo: { ...sideInfo, samples: { scores, spread: spread(scores) } } };
}
