import { ageAnswers, isBeyondRetention } from '../grade/ageing.js';
import { checkStoredEntry } from '../grade/entry/check-entry.js';
import { createDraft, type DraftInput } from '../grade/entry/create-draft.js';
import { addAnswer, regradeEntry } from '../grade/entry/edit-draft.js';
import { buildEntryName, type EntryNameInput } from '../grade/entry/entry-name.js';
import { type Gradable, gradeDraft } from '../grade/entry/grade-draft.js';
import { type Moment, readMoment } from '../grade/entry/moment.js';
import { parseEntry } from '../grade/entry/parse-entry.js';
import type { EntryDraft } from '../grade/entry-draft.js';
import { questionById } from '../questions/lookup.js';
import type { EntryAnswer, GradingEntry, RegradingTrigger } from '../spec/entry.js';
import { gradingSystem } from '../spec/grading-system-1.0.0.js';
import type { AggregateGrade, Grade } from '../spec/vocabulary.js';
import { parseTimestamp } from '../target/logic/names.js';
import { errorTexts } from './error-texts.js';
import { versionNumber } from './version-number.js';

/** The life of a grading entry, from an empty draft to its letter (spec 08). Entries handed in are never changed. */

export {
  AREAS as VALID_AREAS,
  HARNESSES as VALID_HARNESSES,
  NODE_STATUSES as VALID_NODE_STATUSES,
} from '../spec/vocabulary.js';

/** Days after which an answer of that class is stale, strictly more (gradingSystem/1.0.0; spec 08, Aging). */
export const AGING_DEFAULTS = {
  apiDays: gradingSystem.ageingDays.api,
  tosDays: gradingSystem.ageingDays.tos,
  aboutDays: gradingSystem.ageingDays.about,
  retentionDays: gradingSystem.ageingDays.retention,
} as const;

/** Version of the rules by which a letter follows from scores, as a number: `1.0.0` (spec 07). */
export function getVersion(): { version: string } {
  return { version: versionNumber(gradingSystem.version) };
}

/**
 * An entry without answers: what is graded, on which tier, by which harness. Its id, its versions and the best grade
 * of its tier follow from these.
 *
 * @param input fields of spec 08; `subject` and `createdAt` become part of the gradingId. Without `createdAt` it is now
 * @returns the draft, or null with GRD-001 (missing), GRD-002 (other kind), GRD-003 (tier), GRD-004 (selectionId),
 *   GRD-011 (no such field), GRD-012 (persona), GRD-037 (skillId)
 */
export function createEntry(input: DraftInput & { readonly createdAt?: Moment }): {
  entry: EntryDraft | null;
  errors: string[];
} {
  const { createdAt = new Date(), ...draft } = input;
  const at = readMoment(createdAt, 'createdAt');
  const { value: entry, problems } = at.value === null ? at : createDraft(draft, at.value);
  return { entry, errors: errorTexts(problems) };
}

/**
 * Reads the text of an entry file, and checks it as `validateGradingEntry` does, but for a harness that another
 * version has known. Nothing is filled in.
 *
 * @returns the entry, or null with GRD-020 where it is no JSON
 */
export function readEntry({ json }: { json: string }): { entry: GradingEntry | null; errors: string[] } {
  const { value: entry, problems } = parseEntry(json);
  return { entry, errors: errorTexts(problems) };
}

/**
 * `‹area›[--‹base›--‹lens›]--‹timestamp›.json` (spec 19).
 *
 * @returns the name, or null with GRD-002 for the part that does not fit; nothing is thrown
 */
export function formatGradingFilename(parts: EntryNameInput): { filename: string | null; errors: string[] } {
  const { value: filename, problems } = buildEntryName(parts);
  return { filename, errors: errorTexts(problems) };
}

/**
 * A copy of the entry with one answer more, and without the grade it had. Of several answers to one question the
 * newest counts; none is removed (spec 08, Multi-Grader Rule).
 *
 * @param grading one answer: score 1.0–5.0, pass, fail, stale or n/a; weight above zero; graderIdentity
 * @returns null with SCO-… (score, weight, question of another area), GRD-005 (selectionContext), GRD-007 (llmModel),
 *   NA-001 (n/a without a reason) …
 */
export function addGrading({ entry, grading }: { entry: EntryDraft; grading: EntryAnswer }): {
  entry: EntryDraft | null;
  errors: string[];
} {
  const { value, problems } = addAnswer(entry, grading);
  return { entry: value, errors: errorTexts(problems) };
}

/** What an entry is worth. */
export interface ComputedGrade {
  /** null where no answer counts, or with errors. */
  aggregateGrade: AggregateGrade | null;
  /** The band before the tier trim; null under a veto. */
  rawGrade: Grade | null;
  /** Weighted mean, 1.0–5.0, rounded to 12 decimals; null under a veto. */
  normalizedScore: number | null;
  /** B on the autonomous tier, A on the group-bound one. */
  maxAttainableGrade: 'A' | 'B';
  errors: string[];
}

/**
 * The letter of an entry: veto, weighted mean of the newest answer per question, band, tier trim (spec 08). Scores and
 * weights are checked, never mended; n/a and stale count in neither sum. Of a partial entry this is its own band, not
 * the grade it repeats. That grade A also needs seven namespaces is known to the index alone (spec 24).
 *
 * @param entry of an entry or draft: gradingTier, gradings and, where there is one, categoricalVeto
 * @returns SCO-001 (range), SCO-003 (word), SCO-004 (weight), VET-001 to VET-003, GRD-001 to GRD-003
 */
export function computeAggregateGrade({ entry }: { entry: Gradable }): ComputedGrade {
  const { score, errors, ...grade } = gradeDraft(entry);
  return { ...grade, normalizedScore: score, errors: errorTexts(errors) };
}

/**
 * A new draft about the same thing that names the entry it follows; the old entry stays (spec 08, Re-Grading Trigger).
 *
 * @param regradingTrigger the trigger, or its name alone; a user-report needs reportedIssue and requestedBy
 * @param at when the new grading began; now unless given
 * @returns null with RUN-007, or what is wrong with the entry
 */
export function applyRegradingTrigger({
  entry,
  regradingTrigger,
  at = new Date(),
}: {
  entry: GradingEntry;
  regradingTrigger:
    | Exclude<RegradingTrigger['triggeredBy'], 'user-report'>
    | Omit<RegradingTrigger, 'previousGradingId' | 'timestamp'>;
  at?: Moment;
}): { newEntry: EntryDraft | null; errors: string[] } {
  const trigger = typeof regradingTrigger === 'string' ? { triggeredBy: regradingTrigger } : regradingTrigger;
  const moment = readMoment(at, 'at');
  const { value: newEntry, problems } =
    moment.value === null ? moment : regradeEntry(entry, trigger, moment.value);
  return { newEntry, errors: errorTexts(problems) };
}

/** When an entry was written, by its id; one of somebody else's may not say so, and then its newest answer does. */
function timeOf({ gradingId, gradings }: GradingEntry): Date {
  const [, written = ''] = gradingId.split('--');
  const newest = Math.max(...gradings.map(({ timestamp }) => Date.parse(timestamp)));
  return parseTimestamp(written) ?? new Date(newest);
}

/** What of an entry has aged out. */
export interface AgedEntry {
  /** Questions whose answers are older than their class allows. */
  staleQuestions: string[];
  /** The mean without them, 1.0–5.0; null when nothing is left; undefined when nothing is stale. */
  agedScore: number | null | undefined;
  /** Older than `retentionDays`: due for the archive. */
  beyondRetention: boolean;
  errors: string[];
}

/**
 * Which answers are stale at a moment. Only answers that depend on time age: those about the API and about the terms
 * of service. The entry and its grade stay as they were written (decision 0016).
 *
 * @param now the moment to judge by
 */
export function checkAging({ entry, now }: { entry: GradingEntry; now: Moment }): AgedEntry {
  const checked = checkStoredEntry(entry);
  const at = readMoment(now, 'now');
  if (checked.value === null || at.value === null) {
    const errors = errorTexts([...checked.problems, ...at.problems]);
    return { staleQuestions: [], agedScore: undefined, beyondRetention: false, errors };
  }
  const { gradings } = checked.value;
  const aged = ageAnswers(gradings, (id) => questionById(id)?.ageing ?? null, at.value);
  return {
    staleQuestions: [...(aged?.stale ?? [])],
    agedScore: aged?.agedScore,
    beyondRetention: isBeyondRetention(timeOf(checked.value), at.value),
    errors: [],
  };
}
