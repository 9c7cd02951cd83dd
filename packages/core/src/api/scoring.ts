import { checkScore, checkWeight, meanOfScores, sumOfScores, type WeightedScore } from '../grade/score.js';
import { DEFAULT_BOOK } from '../spec/books/registered.js';
import type { Score } from '../spec/vocabulary.js';
import { errorTexts } from './error-texts.js';

/** Scores, and how several of them are combined into one number (spec 07 §4.1, 08). */

/** Version of the rules that turn evidence into a score, with the name of the system in front (spec 07). */
export function getVersion(): { version: string } {
  return { version: DEFAULT_BOOK.scoring.version };
}

/**
 * Checks a score: a number from 1.0 to 5.0, or pass, fail, stale, n/a. A number given as a string is invalid.
 *
 * @returns GRD-001 (missing), GRD-002 (wrong type), SCO-001 (range), SCO-003 (other word)
 * @see spec 08, Score Values
 */
export function validateScore({ score }: { score: unknown }): { valid: boolean; errors: string[] } {
  const found = checkScore(score);
  return { valid: found === null, errors: errorTexts(found ? [found] : []) };
}

/** The two sums behind the weighted mean, and the mean itself. */
export interface WeightedSum {
  /** Σ weight·value, with pass 5.0 and fail 1.0. */
  sum: number | null;
  /** Σ weight of the answers that count. */
  weightSum: number | null;
  /** 1.0–5.0, rounded to 12 decimals (decision 0015); null if no answer counts, or if there are errors. */
  normalizedScore: number | null;
  errors: string[];
}

/**
 * Computes the weighted mean of answers; n/a and stale count in neither sum.
 *
 * @param gradings each with a score and a weight; a missing weight is an error, never 1.0
 * @returns SCO-001, SCO-003, SCO-004, GRD-001, GRD-002 with the place of the answer
 * @see spec 07 §4.1
 */
export function computeWeightedSum({
  gradings,
}: {
  gradings: readonly { readonly score: Score; readonly weight: number }[];
}): WeightedSum {
  const problems = gradings.flatMap(checkBoth);
  if (problems.length > 0) {
    return { sum: null, weightSum: null, normalizedScore: null, errors: errorTexts(problems) };
  }
  const sums = sumOfScores(gradings, DEFAULT_BOOK.scoring);
  return { ...sums, normalizedScore: meanOfScores(gradings, DEFAULT_BOOK), errors: [] };
}

function checkBoth(answer: WeightedScore, at: number) {
  const where = { path: `/gradings/${at}` };
  return [checkScore(answer?.score, where), checkWeight(answer?.weight, where)].filter(
    (found) => found !== null,
  );
}
