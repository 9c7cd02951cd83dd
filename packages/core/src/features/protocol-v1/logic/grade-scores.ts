import { bandOf } from '../../../grade/grade.js';
import type { Grade } from '../../../spec/vocabulary.js';

/**
 * Calculates the grade of scoring protocol v1: the plain mean of the scores, and its band. A schema that fails
 * validation is graded F, whatever its scores.
 *
 * @param scores at least one, each from 1 to 5
 * @see Schemas-Spec 22; bands: Grading-Spec 07 §4.1
 */
export function gradeScores(
  scores: readonly { readonly score: number }[],
  { validationPassed }: { readonly validationPassed: boolean },
): { readonly score: number; readonly grade: Grade } {
  const score = scores.reduce((sum, one) => sum + one.score, 0) / scores.length;
  return { score, grade: validationPassed ? bandOf(score) : 'F' };
}
