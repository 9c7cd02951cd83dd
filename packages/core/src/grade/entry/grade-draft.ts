import type { EntryAnswer } from '../../spec/entry.js';
import { type EntryDraft, gradable } from '../entry-draft.js';
import { type GradeResult, gradeAnswers } from '../grade.js';
import { newestPerQuestion, type WeightedScore } from '../score.js';
import { checkShape } from './check-entry.js';

/** What a grade is computed from; everything else of an entry may be missing. */
export type Gradable = Pick<EntryDraft, 'gradingTier'> & {
  readonly gradings: readonly Pick<EntryAnswer, 'questionId' | 'score' | 'weight' | 'timestamp'>[];
  readonly categoricalVeto?: EntryDraft['categoricalVeto'] | undefined;
};

/**
 * The grade of an entry from its answers: the newest per question, veto before mean, band, tier trim (spec 08).
 *
 * @returns problems and no grade when anything is not what it claims to be; scores and weights are never mended
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
