import { problem } from '../../problems/error-codes.js';
import { questionById } from '../../questions/lookup.js';
import type { CategoricalVeto, EntryAnswer, GradingEntry, RegradingTrigger } from '../../spec/entry.js';
import { formatTimestamp } from '../../target/logic/names.js';
import type { EntryDraft } from '../entry-draft.js';
import { gradingIdOf } from './build-entry.js';
import { type Checked, checkAnswer, checkDraft, checkEntry } from './check-entry.js';

/**
 * Copies the draft and adds an answer. Answers are not merged: if a question has several, grading uses the
 * newest (spec 08, Multi-Grader Rule). A grade computed earlier becomes void.
 */
export function addAnswer(draft: EntryDraft, answer: EntryAnswer): Checked<EntryDraft> {
  const entry = checkDraft(draft);
  const given = checkAnswer(answer);
  if (entry.value === null || given.value === null) {
    return { value: null, problems: [...entry.problems, ...given.problems] };
  }
  const { area, gradings, categoricalVeto, aggregateGrade } = entry.value;
  const { questionId } = given.value;
  if (questionById(questionId)?.area !== area) {
    const found = problem('SCO-002', { path: '/questionId' }, { question: questionId, area });
    return { value: null, problems: [found] };
  }
  const grade = categoricalVeto ? aggregateGrade : null;
  return checkDraft({ ...entry.value, gradings: [...gradings, given.value], aggregateGrade: grade });
}

/** Copies the draft and adds a veto: its grade is REJECTED, whatever its answers (spec 08, Categorical Veto). */
export function vetoDraft(draft: EntryDraft, veto: CategoricalVeto): Checked<EntryDraft> {
  const entry = checkDraft(draft);
  if (entry.value === null) return entry;
  return checkDraft({ ...entry.value, categoricalVeto: veto, aggregateGrade: 'REJECTED' });
}

/**
 * Creates a draft about the same subject that refers to the previous entry, which stays as it is.
 *
 * @param entry a stored entry
 * @param at start of the new grading
 * @see spec 08, Re-Grading Trigger
 */
export function regradeEntry(
  entry: GradingEntry,
  trigger: Omit<RegradingTrigger, 'previousGradingId' | 'timestamp'>,
  at: Date,
): Checked<EntryDraft> {
  const checked = checkEntry(entry);
  if (checked.value === null) return checked;
  const before = checked.value;
  return checkDraft({
    ...before,
    gradingId: gradingIdOf({ ...before, subject: subjectOf(before) }, formatTimestamp(at)),
    gradingMode: 'full',
    gradings: [],
    categoricalVeto: null,
    aggregateGrade: null,
    regradingTrigger: { ...trigger, previousGradingId: before.gradingId, timestamp: at.toISOString() },
  });
}

/**
 * Subject of an entry. Our ids end in `--‹area›--‹subject›` (decision D11); for other ids the schemaId names
 * the subject.
 */
export function subjectOf({ gradingId, area, schemaId }: GradingEntry): string {
  const mark = `--${area}--`;
  const at = gradingId.indexOf(mark);
  return at < 0 ? schemaId.slice(schemaId.indexOf('.') + 1) : gradingId.slice(at + mark.length);
}
