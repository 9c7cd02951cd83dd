import type { EntryRules } from '../../spec/books/book.js';
import type { GradingEntry } from '../../spec/entry.js';
import { gradeAnswers, worseOf } from '../grade.js';
import { reweigh } from '../reweigh.js';
import { isGrade } from '../roll-up.js';
import { newestPerQuestion } from '../score.js';
import { gradingIdOf } from './build-entry.js';
import { subjectOf } from './draft.js';

/**
 * Builds the entry that follows another after a change of the grading system: the same answers, with its weights, its
 * letter and its version. Nobody is asked again.
 *
 * @param cap best grade that the subject can get
 * @param timestamp in the name of the new entry
 * @returns null if the answers give no grade
 * @see spec 07, rule 2
 */
export function bumpEntry(
  entry: GradingEntry,
  { rules, cap, timestamp, now }: { rules: EntryRules; cap: 'A' | 'B'; timestamp: string; now: Date },
): GradingEntry | null {
  const gradings = reweigh(entry.gradings, rules.grading);
  const tier = entry.gradingTier;
  const graded = gradeAnswers({ answers: newestPerQuestion(gradings), tier, rules });
  if (!isGrade(graded.aggregateGrade)) return null;
  return {
    ...entry,
    gradingId: gradingIdOf({ ...entry, subject: subjectOf(entry) }, timestamp),
    gradingSystem: rules.grading.version,
    gradings,
    regradingTrigger: {
      triggeredBy: 'grading-system-bump',
      previousGradingId: entry.gradingId,
      timestamp: now.toISOString(),
    },
    aggregateGrade: worseOf(graded.aggregateGrade, cap),
    maxAttainableGrade: graded.maxAttainableGrade,
  };
}
