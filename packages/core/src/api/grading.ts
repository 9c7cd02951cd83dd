import { ageAnswers, isBeyondRetention } from '../grade/ageing.js';
import { buildEntryName, type EntryNameInput } from '../grade/entry/assemble-entry.js';
import {
  type Checked,
  checkStoredEntry,
  type EntryDraft,
  type Moment,
  parseEntry,
  readMoment,
} from '../grade/entry/check-entry.js';
import {
  addAnswer,
  createDraft,
  type DraftInput,
  type Gradable,
  gradeDraft,
  regradeEntry,
} from '../grade/entry/draft.js';
import { parseTimestamp } from '../island/logic/names.js';
import { describeValue } from '../problems/describe-issue.js';
import { problem } from '../problems/error-codes.js';
import { ageingOfQuestion } from '../questions/lookup.js';
import type { EntryRules } from '../spec/books/book.js';
import { DEFAULT_BOOK, type EntryVersions, rulesOf, scoringOf } from '../spec/books/registered.js';
import type { EntryAnswer, GradingEntry, RegradingTrigger } from '../spec/entry.js';
import type { AggregateGrade, Grade } from '../spec/vocabulary.js';
import { errorTexts } from './error-texts.js';

/**
 * The life of a grading entry, from an empty draft to its letter (spec 08). Functions never change the
 * entries passed to them.
 */

export {
  AREAS as VALID_AREAS,
  HARNESSES as VALID_HARNESSES,
  NODE_STATUSES as VALID_NODE_STATUSES,
} from '../spec/vocabulary.js';

const { ageingDays } = DEFAULT_BOOK.grading;

/** Maximum age in days of an answer, by class; an older answer is stale (spec 08, Aging). */
export const AGING_DEFAULTS = {
  apiDays: ageingDays.api,
  tosDays: ageingDays.tos,
  aboutDays: ageingDays.about,
  retentionDays: ageingDays.retention,
} as const;

/** Version of the rules that turn scores into a letter, with the name of the system in front (spec 07). */
export function getVersion(): { version: string } {
  return { version: DEFAULT_BOOK.grading.version };
}

/** Fields for which null counts as absent. */
type Absent = 'selectionId' | 'skillId' | 'aboutHash';

/**
 * Creates an entry without answers from its subject, tier and harness. These determine its id, its versions
 * and the best grade it can get.
 *
 * @param input fields of spec 08; `subject` and `createdAt` become part of the gradingId. Default of
 * `createdAt`: now
 * @returns the draft, or null with GRD-001 (missing), GRD-002 (wrong type), GRD-003 (tier), GRD-004
 * (selectionId), GRD-011 (unknown field), GRD-012 (persona), GRD-037 (skillId)
 */
export function createEntry(
  input: Omit<DraftInput, Absent> & {
    readonly [Name in Absent]?: string | null | undefined;
  } & { readonly createdAt?: Moment },
): {
  entry: EntryDraft | null;
  errors: string[];
} {
  const { createdAt = new Date(), selectionId, skillId, aboutHash, ...draft } = input;
  const at = readMoment(createdAt, 'createdAt');
  const given = {
    ...draft,
    ...(typeof selectionId === 'string' && { selectionId }),
    ...(typeof skillId === 'string' && { skillId }),
    ...(typeof aboutHash === 'string' && { aboutHash }),
  };
  const { value: entry, problems } = at.value === null ? at : createDraft(given, at.value, DEFAULT_BOOK);
  return { entry, errors: errorTexts(problems) };
}

/**
 * Reads the text of an entry file and checks it as `validateGradingEntry` does, but accepts the harness of
 * another version. Fills in nothing.
 *
 * @returns the entry, or null with GRD-020 if the text is not JSON
 */
export function readEntry({ json }: { json: string }): { entry: GradingEntry | null; errors: string[] } {
  const { value: entry, problems } = parseEntry(json);
  return { entry, errors: errorTexts(problems) };
}

/**
 * Builds `‹area›[--‹base›--‹lens›]--‹timestamp›.json` (spec 19).
 *
 * @returns the name, or null with GRD-002 for the invalid part; never throws
 */
export function formatGradingFilename(parts: EntryNameInput): { filename: string | null; errors: string[] } {
  const { value: filename, problems } = buildEntryName(parts);
  return { filename, errors: errorTexts(problems) };
}

/**
 * Copies the entry, adds an answer and drops the grade. If a question has several answers, the newest counts;
 * none is removed (spec 08, Multi-Grader Rule).
 *
 * @param grading one answer: score 1.0–5.0, pass, fail, stale or n/a; weight above zero; graderIdentity
 * @returns null with SCO-… (score, weight, question from another area), GRD-005 (selectionContext), GRD-007
 * (llmModel), NA-001 (n/a without a reason) …
 */
export function addGrading({ entry, grading }: { entry: EntryDraft; grading: EntryAnswer }): {
  entry: EntryDraft | null;
  errors: string[];
} {
  const { value, problems } = addAnswer(entry, grading);
  return { entry: value, errors: errorTexts(problems) };
}

/** Grade of an entry. */
export interface ComputedGrade {
  /** null if no answer counts, or if there are errors. */
  aggregateGrade: AggregateGrade | null;
  /** The band before the tier trim; null under a veto. */
  rawGrade: Grade | null;
  /** Weighted mean, 1.0–5.0, rounded to 12 decimals; null under a veto. */
  normalizedScore: number | null;
  /** B on the autonomous tier, A on the group-bound one; null if the entry cannot be read. */
  maxAttainableGrade: 'A' | 'B' | null;
  errors: string[];
}

/**
 * Computes the letter of an entry: veto, weighted mean of the newest answer per question, band, tier trim
 * (spec 08). Invalid scores and weights are errors and never corrected; n/a and stale count in neither sum.
 * For a partial entry, the result is its own band, not the grade it repeats. Only the index applies the rule
 * that grade A needs seven namespaces (spec 24).
 *
 * @param entry fields of an entry or draft: gradingTier, gradings and, if there are any, categoricalVeto, scoringSystem
 *   and gradingSystem, which it is judged by
 * @returns SCO-001 (range), SCO-003 (word), SCO-004 (weight), VET-001 to VET-003, GRD-001 to GRD-003
 */
export function computeAggregateGrade({
  entry,
}: {
  entry: Gradable & Partial<EntryVersions>;
}): ComputedGrade {
  const { value: rules, problems } = rulesOfEntry(entry);
  if (rules === null) {
    const none = { aggregateGrade: null, rawGrade: null, normalizedScore: null, maxAttainableGrade: null };
    return { ...none, errors: errorTexts(problems) };
  }
  const { score, errors, ...grade } = gradeDraft(entry, rules);
  return { ...grade, normalizedScore: score, errors: errorTexts(errors) };
}

/** The rules that an entry names, or the default ones where it names none. */
function rulesOfEntry(entry: Partial<EntryVersions>): Checked<EntryRules> {
  const { scoring, grading } = DEFAULT_BOOK;
  const { scoringSystem = scoring.version, gradingSystem = grading.version } = entry;
  const value = rulesOf({ scoringSystem, gradingSystem });
  if (value) return { value, problems: [] };
  const [field, found] = scoringOf(scoringSystem)
    ? ['gradingSystem', gradingSystem]
    : ['scoringSystem', scoringSystem];
  const args = { expected: 'a version that this package knows', found: describeValue(found) };
  return { value: null, problems: [problem('GRD-002', { path: `/entry/${field}` }, args)] };
}

/**
 * Creates a draft about the same subject that refers to the previous entry; that entry stays as it is (spec
 * 08, Re-Grading Trigger).
 *
 * @param regradingTrigger the trigger, or only its name; a user-report needs reportedIssue and requestedBy
 * @param at start of the new grading; default: now
 * @returns null with RUN-007, or the errors in the entry
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
    moment.value === null ? moment : regradeEntry(entry, trigger, { at: moment.value, book: DEFAULT_BOOK });
  return { newEntry, errors: errorTexts(problems) };
}

/**
 * The time an entry was written, taken from its id; if a foreign id contains no time, the time of the newest
 * answer.
 */
function timeOf({ gradingId, gradings }: GradingEntry): Date {
  const [, written = ''] = gradingId.split('--');
  const newest = Math.max(...gradings.map(({ timestamp }) => Date.parse(timestamp)));
  return parseTimestamp(written) ?? new Date(newest);
}

/** The stale parts of an entry. */
export interface AgedEntry {
  /** A copy in which each stale answer has the score `stale`; null if there are errors. */
  entry: GradingEntry | null;
  /** The same questions as in `staleQuestions`. */
  agedDimensions: string[];
  /** Questions whose answers are older than their class allows. */
  staleQuestions: string[];
  /** The mean without the stale answers, 1.0–5.0; null if no answer is left; undefined if none is stale. */
  agedScore: number | null | undefined;
  /** Whether the entry is older than `retentionDays` and due for the archive. */
  beyondRetention: boolean;
  errors: string[];
}

const NOTHING_AGED = {
  staleQuestions: [],
  agedDimensions: [],
  agedScore: undefined,
  beyondRetention: false,
};

function ageAnswer(answer: EntryAnswer, stale: readonly string[]): EntryAnswer {
  return stale.includes(answer.questionId) ? { ...answer, score: 'stale' } : answer;
}

/**
 * Finds the answers that are stale at a moment. Only time-dependent answers age: those about the API and the
 * terms of service. The entry and its grade stay as written (decision 0016).
 *
 * @param now the moment to judge by
 */
export function checkAging({ entry, now }: { entry: GradingEntry; now: Moment }): AgedEntry {
  const checked = checkStoredEntry(entry);
  const at = readMoment(now, 'now');
  const rules = checked.value && rulesOfEntry(checked.value);
  if (checked.value === null || at.value === null || !rules?.value) {
    const errors = errorTexts([...checked.problems, ...at.problems, ...(rules?.problems ?? [])]);
    return { ...NOTHING_AGED, entry: null, errors };
  }
  const { gradings } = checked.value;
  const ageing = { now: at.value, days: ageingDays };
  const aged = ageAnswers(gradings, { ...ageing, ageingOf: ageingOfQuestion }, rules.value);
  const stale = [...(aged?.stale ?? [])];
  return {
    entry: { ...checked.value, gradings: gradings.map((answer) => ageAnswer(answer, stale)) },
    staleQuestions: stale,
    agedDimensions: [...stale],
    agedScore: aged?.agedScore,
    beyondRetention: isBeyondRetention(timeOf(checked.value), ageing),
    errors: [],
  };
}
