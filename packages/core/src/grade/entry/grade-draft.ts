import type { EntryAnswer } from '../../spec/entry.js';
import { type EntryDraft, gradable } from '../entry-draft.js';
import { type GradeResult, gradeAnswers } from '../grade.js';
import { newestPerQuestion, type WeightedScore } from '../score.js';
import { checkShape } from './check-entry.js';

/** The fields that decide a grade; the rest of an entry may be missing. */
export type Gradable = Pick<EntryDraft, 'gradingTier'> & {
  readonly gradings: readonly Pick<EntryAnswer, 'questionId' | 'score' | 'weight' | 'timestamp'>[];
  readonly categoricalVeto?: EntryDraft['categoricalVeto'] | undefined;
};

/**
 * Grades an entry by its answers: the newest per question, veto before mean, band, tier trim (spec 08).
 *
 * @returns problems and no grade if anything is invalid; scores and weights are never corrected
 */
export function gradeDraft(entry: Gradable): GradeResult {
  const checked = checkShape(entry, gradable);
  if (checked.value === null) {
    return {
      aggregateGrade: null,
      rawGrade: null,
      score: null,
      maxAttainableGrade: entry?.gradingTier === 'group-bound' ? 'A' : 'B',
      errors: checked.problems,
    };
  }
  const { gradingTier: tier, gradings, categoricalVeto } = checked.value;
  const counted = newestPerQuestion(gradings);
  const answers = counted as unknown as readonly WeightedScore[];
  const reasoning = categoricalVeto?.reasoning;
  const veto = categoricalVeto
    ? { ...categoricalVeto, reasoning: typeof reasoning === 'string' ? reasoning : undefined }
    : null;
  return gradeAnswers({ answers, tier, veto });
}
