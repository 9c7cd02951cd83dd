import { scoringSystem } from '../../spec/scoring-system-1.0.0.js';
import type { ScoreType } from '../../spec/vocabulary.js';
import type { ScoreRange } from './evaluator.js';

/** From here on a yes-or-no question passes. */
const PASSES: Readonly<Record<ScoreRange, number>> = { unit: 0.5, any: 3 };

/**
 * What an evaluator's score says of a question. In the unit range s becomes 1 + 4·s, as it is and not rounded; in the
 * range `any` the score is taken as it is (design/evaluators).
 *
 * @param score checked: finite, and from 0 to 1 in the unit range
 * @returns null where a score of the range `any` is no answer to a question: below 1 or above 5
 */
export function scaleScore(
  score: number,
  scoreType: ScoreType,
  range: ScoreRange,
): number | 'pass' | 'fail' | null {
  const { min, max } = scoringSystem;
  if (range === 'any' && (score < min || score > max)) return null;
  if (scoreType === 'boolean') return score >= PASSES[range] ? 'pass' : 'fail';
  return range === 'any' ? score : min + (max - min) * score;
}
