import { z } from 'zod';
import {
  describeIssues,
  describeValue,
  type IssueCodes,
  naReasonProblem,
  type ShapeIssue,
} from '../../problems/describe-issue.js';
import { problem } from '../../problems/error-codes.js';
import type { Problem, Where } from '../../problems/problem.js';
import { areaById } from '../../questions/lookup.js';
import { gradingOf } from '../../spec/books/registered.js';
import { isoTime } from '../../spec/common.js';
import {
  categoricalVeto,
  type EntryAnswer,
  type GradingEntry,
  gradedAnswer,
  gradingEntry,
  storedEntry,
} from '../../spec/entry.js';
import { GRADES, TIERS, VETO_TRIGGERS } from '../../spec/vocabulary.js';
import { worseOf } from '../grade.js';
import { checkWeight } from '../score.js';
import { checkVeto } from '../veto.js';
import { isWholeEntry } from '../whole-entry.js';

/** A valid value, or its problems. */
export type Checked<T> =
  | { readonly value: T; readonly problems: readonly [] }
  | { readonly value: null; readonly problems: readonly Problem[] };

/** A shape from spec/, described without the types of the library behind it. */
interface Shape<T> {
  safeParse(
    value: unknown,
  ):
    | { readonly success: true; readonly data: T }
    | { readonly success: false; readonly error: { readonly issues: readonly ShapeIssue[] } };
}

const CODES: IssueCodes = { shape: 'GRD-002', unknownField: 'GRD-011', missing: 'GRD-001' };

/**
 * Checks whether a value is a grading entry that may be written into an island: first its shape, then the
 * rules between its fields.
 *
 * @returns GRD-001 (missing), GRD-002 (wrong type), GRD-003 to GRD-007 and GRD-011 to GRD-015, GRD-037,
 * SCO-…, VET-…, NA-001 with JSON pointers
 * @see spec 08, Data Model; decision D12 for `harness`
 */
export function checkEntry(value: unknown): Checked<GradingEntry> {
  return checkRules(checkShape(value, gradingEntry));
}

/** Like `checkEntry`, but for an entry in an island: its harness may be one that only another version knows. */
export function checkStoredEntry(value: unknown): Checked<GradingEntry> {
  // Skips the slow check of the shape if the quick check succeeds, as it does for nearly all entries, of which there
  // may be thousands.
  return checkRules(isWholeEntry(value) ? { value, problems: [] } : checkShape(value, storedEntry));
}

/** Like `checkEntry`, but answers and grade may be missing. */
export function checkDraft(value: unknown): Checked<EntryDraft> {
  return checkRules(checkShape(value, entryDraft));
}

/** Checks one answer of an entry. */
export function checkAnswer(value: unknown): Checked<EntryAnswer> {
  const shaped = checkShape(value, gradedAnswer);
  return shaped.value === null ? shaped : rejectIf(shaped.value, answerProblems(shaped.value, ''));
}

/** Checks only the shape, and reports problems with the codes for entries, or with those given. */
export function checkShape<T>(value: unknown, shape: Shape<T>, codes: IssueCodes = CODES): Checked<T> {
  const result = shape.safeParse(value);
  if (result.success) return { value: result.data, problems: [] };
  return { value: null, problems: describeIssues(value, result.error.issues, codes) };
}

function checkRules<T extends EntryDraft>(shaped: Checked<T>): Checked<T> {
  if (shaped.value === null) return shaped;
  const { value } = shaped;
  return rejectIf(value, [
    ...value.gradings.flatMap((answer, at) => answerProblems(answer, `/gradings/${at}`)),
    ...areaProblems(value),
    ...gradeProblems(value),
    ...triggerProblems(value),
  ]);
}

function answerProblems(answer: EntryAnswer, path: string): Problem[] {
  const where = (field: string): Where => ({ path: `${path}/${field}` });
  const { determinism, selectionContext, graderIdentity, llmModel, score, naReason, weight } = answer;
  const tooHeavy = checkWeight(weight, where('weight'));
  return [
    ...(tooHeavy ? [tooHeavy] : []),
    ...(determinism === 'non-deterministic' && !selectionContext
      ? [problem('GRD-005', where('selectionContext'), { field: 'selectionContext' })]
      : []),
    ...(graderIdentity.kind === 'llm' && !llmModel ? [problem('GRD-007', where('llmModel'))] : []),
    ...(score === 'n/a' && !naReason ? [naReasonProblem(where('naReason'), 'nothing')] : []),
  ];
}

function areaProblems({ area, persona, skillId, gradingTier, selectionId }: EntryDraft): Problem[] {
  const tier = areaById(area)?.side === 'selection' ? 'group-bound' : 'autonomous';
  return [
    ...(area !== undefined && gradingTier !== tier
      ? [problem('GRD-015', { path: '/gradingTier' }, { area, expected: tier, found: gradingTier })]
      : []),
    ...(gradingTier === 'group-bound' && selectionId === undefined
      ? [problem('GRD-004', { path: '/selectionId' })]
      : []),
    ...(areaById(area)?.personaRequired && !persona
      ? [problem('GRD-012', { path: '/persona' }, { area })]
      : []),
    ...(areaById(area)?.subject === 'skill' && skillId === undefined
      ? [problem('GRD-037', { path: '/skillId' }, { area })]
      : []),
  ];
}

function gradeProblems(entry: EntryDraft): Problem[] {
  const { aggregateGrade, categoricalVeto: veto } = entry;
  return [
    ...limitProblems(entry),
    ...(veto && aggregateGrade !== 'REJECTED'
      ? [problem('GRD-014', { path: '/aggregateGrade' }, { found: aggregateGrade ?? 'none' })]
      : []),
    ...(veto ? checkVeto(veto, { path: '/categoricalVeto' }) : []),
  ];
}

/** What the entry's own gradingSystem allows; one that is not known is judged by no other. */
function limitProblems({
  gradingTier: tier,
  gradingSystem,
  maxAttainableGrade,
  aggregateGrade,
}: EntryDraft): Problem[] {
  const best = gradingOf(gradingSystem)?.maxGrade[tier];
  if (best === undefined) return [];
  const tooGood = (path: string, found: string) =>
    problem('GRD-013', { path }, { tier, expected: best, found });
  return [
    ...(maxAttainableGrade === best ? [] : [tooGood('/maxAttainableGrade', maxAttainableGrade)]),
    ...(aggregateGrade !== null &&
    aggregateGrade !== 'REJECTED' &&
    worseOf(aggregateGrade, best) !== aggregateGrade
      ? [tooGood('/aggregateGrade', aggregateGrade)]
      : []),
  ];
}

function triggerProblems({ regradingTrigger: trigger }: EntryDraft): Problem[] {
  if (trigger?.triggeredBy !== 'user-report') return [];
  const isTold = trigger.reportedIssue !== undefined && trigger.requestedBy !== undefined;
  return isTold ? [] : [problem('RUN-007', { path: '/regradingTrigger' })];
}

function rejectIf<T>(value: T, problems: readonly Problem[]): Checked<T> {
  return problems.length > 0 ? { value: null, problems } : { value, problems: [] };
}

/** A letter, REJECTED, or null while there is no grade. */
const aggregateGrade = z.enum([...GRADES, 'REJECTED']).nullable();

/** An entry under construction: answers may be missing, and so may the grade. Never stored in an island. */
const entryDraft = gradingEntry.extend({
  gradings: z.array(gradedAnswer),
  aggregateGrade,
});
/** The harness is checked at runtime but not in the type, so that a stored entry can be used as a draft. */
export type EntryDraft = Omit<z.infer<typeof entryDraft>, 'harness'> & Pick<GradingEntry, 'harness'>;

/** The fields of an entry that decide its grade; scores and weights are checked separately. */
export const gradable = z.looseObject({
  gradingTier: z.enum(TIERS),
  gradings: z.array(
    z.looseObject({ questionId: z.string(), timestamp: isoTime, score: z.unknown(), weight: z.unknown() }),
  ),
  categoricalVeto: z.looseObject({ triggeredBy: z.string(), evidence: z.string() }).nullish(),
});

/** The history of a node, reduced to the fields that the rules about histories need. */
export const entrySequence = z.array(
  z.looseObject({
    gradingMode: z.string(),
    aggregateGrade: z.enum([...GRADES, 'REJECTED']),
    categoricalVeto: z.looseObject({}).nullable().optional(),
  }),
);

/** A grade without its entry. */
export const gradeHolder = z.object({ aggregateGrade: z.enum([...GRADES, 'REJECTED']) });

/** An entry, reduced to what says whether its subject is rejected. */
export const vetoable = z.looseObject({
  categoricalVeto: z.looseObject({ triggeredBy: z.enum(VETO_TRIGGERS) }).nullable(),
  aggregateGrade: z
    .enum([...GRADES, 'REJECTED'])
    .nullable()
    .optional(),
});

/** A veto without its entry. */
export const vetoHolder = z.object({ veto: categoricalVeto });

/** An entry, reduced to the fields that list its questions. */
export const answeredQuestions = z.object({ gradings: z.array(z.looseObject({ questionId: z.string() })) });

/**
 * Reads the text of an entry file. Fills in nothing.
 *
 * @returns GRD-020 if the text is not JSON, else the problems that `checkStoredEntry` finds
 */
export function parseEntry(text: string): Checked<GradingEntry> {
  if (typeof text !== 'string') return checkStoredEntry(undefined);
  try {
    return checkStoredEntry(JSON.parse(text));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { value: null, problems: [problem('GRD-020', undefined, { reason: error.message })] };
  }
}

/** A point in time: a Date, or ISO-8601 text with its zone. */
export type Moment = string | Date;

const ZONED = /^\d{4}-\d{2}-\d{2}T.+(?:Z|[+-]\d{2}:\d{2})$/;

/**
 * Converts a moment to a Date, or returns GRD-002. Text without a zone is refused: it would mean a different
 * time on every machine.
 */
export function readMoment(given: Moment, field: string): Checked<Date> {
  const isNamed = given instanceof Date || (typeof given === 'string' && ZONED.test(given));
  const date = isNamed ? new Date(given) : null;
  if (date && !Number.isNaN(date.getTime())) return { value: date, problems: [] };
  const expected = 'a Date or an ISO-8601 time such as 2026-03-01T10:00:00Z';
  const found = describeValue(given instanceof Date ? 'Invalid Date' : given);
  return { value: null, problems: [problem('GRD-002', { path: `/${field}` }, { expected, found })] };
}
