import { problem } from '../problems/error-codes.js';
import type { Problem, Where } from '../problems/problem.js';
import type { EntryRules, ScoringRules } from '../spec/books/book.js';
import { SCORE_RANGE } from '../spec/scores-limits.js';
import { SCORE_WORDS, type Score, type ScoreWord } from '../spec/vocabulary.js';

const SCORE = 'a number from 1 to 5 or one of pass, fail, n/a';

/** The parts of an answer that a mean needs. */
export interface WeightedScore {
  readonly score: Score;
  readonly weight: number;
  /** Who answers the question: code, or a grader. */
  readonly determinism?: 'deterministic' | 'non-deterministic' | undefined;
}

/**
 * Checks a score: a number from 1.0 to 5.0 or pass, fail, stale, n/a. Any other score is rejected, never
 * clamped.
 *
 * @returns null, or GRD-001 (missing), SCO-001 (range), SCO-003 (other text), GRD-002 (wrong type).
 * @see spec 08, Score Values
 */
export function checkScore(score: unknown, where?: Where): Problem | null {
  if (score === undefined || score === null) return problem('GRD-001', where, { field: 'score' });
  if (typeof score === 'number') {
    const inRange = score >= SCORE_RANGE.min && score <= SCORE_RANGE.max;
    return inRange ? null : problem('SCO-001', where, { found: String(score) });
  }
  if (typeof score === 'string')
    return isScoreWord(score) ? null : problem('SCO-003', where, { found: score });
  return problem('GRD-002', where, { expected: SCORE, found: typeof score });
}

/** Sums of weights up to this one do not overflow; a mean of larger ones would be no number, which has the band F. */
const MOST_WEIGHT = Number.MAX_SAFE_INTEGER;

/** Checks that a weight is above zero and can be summed; returns SCO-004 if not. */
export function checkWeight(weight: unknown, where?: Where): Problem | null {
  const usable = typeof weight === 'number' && weight > 0 && weight <= MOST_WEIGHT;
  return usable ? null : problem('SCO-004', where, { found: String(weight) });
}

/** Whether an answer counts in a mean; n/a and stale do not. */
export function isCounted(score: Score): boolean {
  return score !== 'n/a' && score !== 'stale';
}

/** The score as a number from 1.0 to 5.0; null for an answer that does not count in a mean. */
export function valueOfScore(score: Score, { pass, fail }: ScoringRules): number | null {
  if (typeof score === 'number') return score;
  if (score === 'pass') return pass;
  return score === 'fail' ? fail : null;
}

/**
 * Weighted mean, rounded (decision D15); null if every answer is excluded.
 *
 * @see spec 07 §4.1
 */
export function meanOfScores(
  answers: readonly WeightedScore[],
  { scoring, grading }: EntryRules,
): number | null {
  const { sum, weightSum } = sumOfScores(answers, scoring);
  return weightSum === 0 ? null : Number((sum / weightSum).toFixed(grading.meanDecimals));
}

/** The two sums behind the weighted mean; n/a and stale answers count in neither. */
export function sumOfScores(
  answers: readonly WeightedScore[],
  scoring: ScoringRules,
): { sum: number; weightSum: number } {
  let sum = 0;
  let weightSum = 0;
  for (const { score, weight } of answers) {
    const value = valueOfScore(score, scoring);
    if (value === null) continue;
    sum += weight * value;
    weightSum += weight;
  }
  return { sum, weightSum };
}

/**
 * Formats a score wherever it is displayed: two digits, truncated and never rounded. 3.497525 is a C, and
 * 3.50 would not be.
 */
export function sayScore(score: number): string {
  return cutTo(2, score);
}

/**
 * Formats a mean as the result of a calculation: with two decimals, or, if it has more, with up to six and the
 * two-decimal score in brackets.
 */
export function sayMean(mean: number): string {
  const [shown, exact] = [sayScore(mean), sayDigits(mean)];
  return Number(shown) === Number(exact) ? shown : `${exact} (${shown})`;
}

/** Formats what one answer adds to a mean: three digits, rounded, so that the parts still sum up. */
export function sayContribution(points: number): string {
  return points.toFixed(3);
}

/** Formats a number in a calculation. Six decimals are enough to check it by hand; the JSON has all of them. */
export function sayDigits(value: number): string {
  return String(Number(cutTo(6, value)));
}

/** Number of decimals up to which a number means something; what follows is an error of the arithmetic. */
const EXACT_DECIMALS = 12;

/** Rounds off the error of the arithmetic, and only then truncates, so that an exact 1.15 stays 1.15. */
function cutTo(digits: number, value: number): string {
  const all = value.toFixed(EXACT_DECIMALS);
  return all.slice(0, all.indexOf('.') + 1 + digits);
}

/**
 * Keeps the newest answer per question; if several are equally new, the last one in the list. No answer is
 * deleted.
 *
 * @see spec 08, Multi-Grader Rule
 */
export function newestPerQuestion<T extends { readonly questionId: string; readonly timestamp: string }>(
  answers: readonly T[],
): T[] {
  const newest = new Map<string, T>();
  for (const answer of answers) {
    const known = newest.get(answer.questionId);
    if (!known || Date.parse(answer.timestamp) >= Date.parse(known.timestamp)) {
      newest.set(answer.questionId, answer);
    }
  }
  return [...newest.values()];
}

function isScoreWord(text: string): text is ScoreWord {
  return (SCORE_WORDS as readonly string[]).includes(text);
}
