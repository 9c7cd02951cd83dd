import { checkShape } from '../grade/entry/check-entry.js';
import { type Moment, readMoment } from '../grade/entry/moment.js';
import {
  buildPartialEntry as buildEntry,
  findSequenceViolations,
  type SequenceEntry,
  type SequenceViolation,
} from '../grade/entry/partial.js';
import { answeredQuestions, entrySequence } from '../grade/entry-draft.js';
import type { EntryAnswer, GradingEntry } from '../spec/entry.js';
import { GRADING_MODES, type GradingMode } from '../spec/vocabulary.js';
import { errorTexts } from './error-texts.js';

/** Re-asking chosen questions without touching the grade (spec 21, Partial Grading). */

/** `full` and `partial`. */
export function getValidModes(): { modes: GradingMode[] } {
  return { modes: [...GRADING_MODES] };
}

/**
 * A partial entry: new answers to chosen questions, and the grade of the entry it is based on, REJECTED with its veto
 * included.
 *
 * @param baseEntry the node's newest full entry, or a partial one since
 * @param newGradings at least one answer, of the same area
 * @param createdAt part of the gradingId; now unless given
 * @returns null with PRT-001 (no answer), or what is wrong with entry or answers
 */
export function buildPartialEntry({
  baseEntry,
  newGradings,
  createdAt = new Date(),
}: {
  baseEntry: GradingEntry;
  newGradings: readonly EntryAnswer[];
  createdAt?: Moment;
}): { entry: GradingEntry | null; errors: string[] } {
  const at = readMoment(createdAt, 'createdAt');
  const { value: entry, problems } =
    at.value === null ? at : buildEntry(baseEntry, newGradings ?? [], at.value);
  return { entry, errors: errorTexts(problems) };
}

/**
 * Does a node's history obey the rules of partial gradings?
 *
 * @param entries of one node, oldest first
 * @returns every violation with its place, from 0
 */
export function validateSequence({ entries }: { entries: readonly SequenceEntry[] }): {
  valid: boolean;
  violations: SequenceViolation[];
  errors: string[];
} {
  const shaped = checkShape(entries, entrySequence);
  if (shaped.value === null) return { valid: false, violations: [], errors: errorTexts(shaped.problems) };
  const violations = findSequenceViolations(entries);
  return { valid: violations.length === 0, violations, errors: [] };
}

/** Ids of the questions an entry answers, each once, in order; none with GRD-001 or GRD-002. */
export function listGradedQuestions({ entry }: { entry: Pick<GradingEntry, 'gradings'> }): {
  questionIds: string[];
  errors: string[];
} {
  const shaped = checkShape(entry, answeredQuestions);
  if (shaped.value === null) return { questionIds: [], errors: errorTexts(shaped.problems) };
  const ids = shaped.value.gradings.map(({ questionId }) => questionId);
  return { questionIds: [...new Set(ids)], errors: [] };
}
