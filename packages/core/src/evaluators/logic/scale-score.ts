import { scoringSystem } from '../../spec/scoring-system-1.0.0.js';
import type { ScoreType } from '../../spec/vocabulary.js';
import type { ScoreRange } from './evaluator.js';

/** Lowest score with which a yes-or-no question passes. */
const PASSES: Readonly<Record<ScoreRange, number>> = { unit: 0.5, any: 3 };

/**
 * Converts an evaluator's score to that of a question. In the unit range s becomes 1 + 4·s, unrounded; in the range
 * `any` the score stays unchanged (design/evaluators).
 *
 * @param score checked: finite, and from 0 to 1 in the unit range
 * @returns null for a score of the range `any` that cannot answer a question: below 1 or above 5
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
