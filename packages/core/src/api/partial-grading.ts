import {
  answeredQuestions,
  checkShape,
  entrySequence,
  type Moment,
  readMoment,
} from '../grade/entry/check-entry.js';
import {
  buildPartialEntry as buildEntry,
  findSequenceViolations,
  type SequenceEntry,
  type SequenceViolation,
} from '../grade/entry/partial.js';
import type { EntryAnswer, GradingEntry } from '../spec/entry.js';
import { GRADING_MODES, type GradingMode } from '../spec/vocabulary.js';
import { errorTexts } from './error-texts.js';

/** Asks chosen questions again without changing the grade (spec 21, Partial Grading). */

/** `full` and `partial`. */
export function getValidModes(): { modes: GradingMode[] } {
  return { modes: [...GRADING_MODES] };
}

/**
 * Builds a partial entry: new answers to chosen questions, with the grade of the entry it is based on,
 * including REJECTED and its veto.
 *
 * @param baseEntry the node's newest full entry, or a later partial one
 * @param newGradings at least one answer, of the same area
 * @param createdAt part of the gradingId; default: now
 * @returns null with PRT-001 (no answer), or the errors in the entry or the answers
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
 * Checks the history of a node against the rules of partial gradings.
 *
 * @param entries of one node, oldest first
 * @returns every violation with its place, counted from 0
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

/** Ids of the questions an entry answers, without duplicates, in order; empty in case of GRD-001 or GRD-002. */
export function listGradedQuestions({ entry }: { entry: Pick<GradingEntry, 'gradings'> }): {
  questionIds: string[];
  errors: string[];
} {
  const shaped = checkShape(entry, answeredQuestions);
  if (shaped.value === null) return { questionIds: [], errors: errorTexts(shaped.problems) };
  const ids = shaped.value.gradings.map(({ questionId }) => questionId);
  return { questionIds: [...new Set(ids)], errors: [] };
}
