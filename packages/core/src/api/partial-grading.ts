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
import { problem } from '../problems/error-codes.js';
import type { EntryAnswer, GradingEntry } from '../spec/entry.js';
import { GRADING_MODES, type GradingMode } from '../spec/vocabulary.js';
import { errorTexts } from './error-texts.js';
import { besideProblems } from './guard.js';

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
 * @returns null with PRT-001 (missing argument), PRT-006 (no answer), or the errors in the entry or the answers
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
  const { value: entry, problems } = at.value === null ? at : buildEntry(baseEntry, newGradings, at.value);
  return { entry, errors: errorTexts(problems) };
}

/** A rule of partial gradings that an entry breaks. */
export interface Violation extends Pick<SequenceViolation, 'index' | 'rule'> {
  /** "CODE: place: what is wrong". */
  readonly message: string;
}

/**
 * Checks the history of a node against the rules of partial gradings.
 *
 * @param entries of one node, oldest first; `gradingFiles` is another name for them
 * @returns every violation with its place, counted from 0: PRT-002 (mode), PRT-003 (the first one is partial), PRT-004
 *   (another grade)
 */
export function validateSequence(
  input:
    | { entries: readonly SequenceEntry[]; gradingFiles?: never }
    | { gradingFiles: readonly SequenceEntry[]; entries?: never },
): {
  valid: boolean;
  violations: Violation[];
  errors: string[];
} {
  const given = input.entries ?? input.gradingFiles;
  const both = input.entries ? besideProblems(input, ['gradingFiles'], { of: 'entries' }) : [];
  if (both.length > 0) return { valid: false, violations: [], errors: errorTexts(both) };
  const absent = given ? [] : [problem('PRT-001', { path: '/entries' }, { field: 'entries' })];
  const shaped = given ? checkShape(given, entrySequence) : { value: null, problems: absent };
  if (shaped.value === null) return { valid: false, violations: [], errors: errorTexts(shaped.problems) };
  const violations = findSequenceViolations(given ?? []).map(
    ({ index, rule, problem: found }): Violation => ({ index, rule, message: errorTexts([found]).join() }),
  );
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
