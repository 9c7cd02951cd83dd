import { problem } from '../../problems/error-codes.js';
import { questionById } from '../../questions/lookup.js';
import type { CategoricalVeto, EntryAnswer, GradingEntry, RegradingTrigger } from '../../spec/entry.js';
import { formatTimestamp } from '../../target/logic/names.js';
import type { EntryDraft } from '../entry-draft.js';
import { gradingIdOf } from './build-entry.js';
import { type Checked, checkAnswer, checkDraft, checkEntry } from './check-entry.js';

/**
 * A copy of the draft with one answer more. Nothing is consolidated: of several answers to one question the newest
 * counts when it is graded (spec 08, Multi-Grader Rule). A grade that was computed before is void.
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

/** A copy of the draft under a veto: its grade is REJECTED, whatever its answers say (spec 08, Categorical Veto). */
export function vetoDraft(draft: EntryDraft, veto: CategoricalVeto): Checked<EntryDraft> {
  const entry = checkDraft(draft);
  if (entry.value === null) return entry;
  return checkDraft({ ...entry.value, categoricalVeto: veto, aggregateGrade: 'REJECTED' });
}

/**
 * A new draft about the same thing, which names the entry it follows. The old one stays as it is.
 *
 * @param entry one that was stored
 * @param at when the new grading began
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

/** Our ids end in `--‹area›--‹subject›` (decision D11); of others the schemaId names the thing. */
export function subjectOf({ gradingId, area, schemaId }: GradingEntry): string {
  const mark = `--${area}--`;
  const at = gradingId.indexOf(mark);
  return at < 0 ? schemaId.slice(schemaId.indexOf('.') + 1) : gradingId.slice(at + mark.length);
}
