import type { Evaluation } from '../../model/evaluator.js';

/**
 * One judgement of several: the median of their scores (the mean of the middle two of an even number), the words of
 * the one nearest to it, and under `samples` every score in the order it was given and their spread (max − min).
 *
 * @param evaluations at least one; a single one is returned as it is
 */
export function medianJudgement(evaluations: readonly [Evaluation, ...Evaluation[]]): Evaluation {
  if (evaluations.length === 1) return evaluations[0];
  const scores = evaluations.map(({ score }) => score);
  const sorted = [...scores].sort((a, b) => a - b);
  const half = sorted.length / 2;
  const lower = sorted[Math.ceil(half) - 1] as number;
  const upper = sorted[Math.floor(half)] as number;
  const score = (lower + upper) / 2;
  const nearest = evaluations.reduce((best, next) =>
    Math.abs(next.score - score) < Math.abs(best.score - score) ? next : best,
  );
  const spread = (sorted.at(-1) as number) - (sorted[0] as number);
  return { score, sideInfo: { ...nearest.sideInfo, samples: { scores, spread } } };
}
