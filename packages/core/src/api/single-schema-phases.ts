import {
  createSchemaReader,
  gradeSchema,
  listTools,
  type SchemaArea,
  type SchemaReader,
} from '../features/protocol-v1/api-grade-schema.js';
import type { Grader } from '../grade/entry/assemble-entry.js';
import { checkShape, type EntryDraft, type Moment, readMoment } from '../grade/entry/check-entry.js';
import { subjectOf } from '../grade/entry/draft.js';
import { splitId } from '../island/logic/names.js';
import { describeValue } from '../problems/describe-issue.js';
import { problem } from '../problems/error-codes.js';
import { type Problem, placeBelow } from '../problems/problem.js';
import { areasOfSide } from '../questions/lookup.js';
import { DEFAULT_BOOK } from '../spec/books/registered.js';
import type { ToolFacts } from '../spec/facts.js';
import { toolFactsInput } from '../spec/program-input.js';
import type { ScoreAnswer } from '../spec/scores.js';
import type { AreaId, Harness, Tier } from '../spec/vocabulary.js';
import { formatPointer } from '../values/value-path.js';
import { type AreaEntryInput, type AreaOutcome, gradeAreaEntry, pretestBlocker } from './area-entry.js';
import { errorTexts } from './error-texts.js';

/** The provider side: areas that are graded on the autonomous tier, B at best (spec 04). */

const TIER: Tier = 'autonomous';

/** Result of one area. */
export interface AreaGrading {
  area: AreaId;
  /** The name graders use. */
  subject: string;
  /** graded: it has a grade; blocked: an error, or a failed pretest; pending: answers are missing. */
  status: 'graded' | 'blocked' | 'pending';
  tier: Tier;
  /** null if there are errors. Its aggregateGrade is null until every question is answered. */
  grading: EntryDraft | null;
  /** The same as `grading`. */
  entry: EntryDraft | null;
  /** Whether an island accepts the entry as it is. */
  storable: boolean;
  /** Why it is not storable; null if it is, or if there are errors. */
  reason: string | null;
  /** Questions of the area without an answer. */
  missing: string[];
  errors: string[];
}

/** Input for grading an area of one schema file. */
export interface AreaInput {
  /** The schema's `.mjs` file. */
  schemaPath: string;
  /** `<namespace>.<schema>`. */
  schemaId: string;
  /** The author of the answers; llmModel is required if the kind is llm. */
  grader: Grader;
  /** The grader's answers to the questions that code does not answer. */
  answers?: readonly ScoreAnswer[] | undefined;
  /** Facts from a pretest, as the island stores them; without them, questions that need a request stay unanswered. */
  facts?: (Pick<ToolFacts, 'docs' | 'outputMatches' | 'records'> & Partial<ToolFacts>) | undefined;
  /** Program that drove the grader; default: `other` (decision 0012). */
  harness?: Harness | undefined;
  /** Time of the answers; default: now. */
  timestamp?: Moment | undefined;
}

/** The tier of all provider areas. */
export function getTier(): { tier: Tier } {
  return { tier: TIER };
}

/** The six provider areas, in order. The first two need only one schema file. */
export function getAreas(): { areas: AreaId[] } {
  return { areas: areasOfSide('provider') };
}

/**
 * Grades one area of one schema file: the gate, the answers that code can give without a request, the
 * grader's answers, the grade. Writes nothing; `flowmcp grading run` adds entries to an island.
 *
 * With `entry`, as in the reference, the answers of code are added to a copy of that draft. It is graded once all
 * questions of its area are answered (spec 08); a pretest whose status is not 200 blocks a tool (spec 04).
 *
 * @returns errors from the gate, errors in the answers (SCR-008 to SCR-012, SCO-…, NA-…), GRD-001, GRD-002,
 * GRD-007, GRD-011; with an entry also GRD-003 (tier), GRD-050 (no pretest), and what is wrong with the draft
 */
export function runArea(input: AreaOfSchema | AreaEntryInput): AreaGrading {
  return isOfEntry(input)
    ? ofEntry(input)
    : gradeArea(input, createSchemaReader(DEFAULT_BOOK.spec.schemasSpec));
}

export type AreaOfSchema = AreaInput & { area: SchemaArea; tool?: string | undefined };

/** Only the reference's form has an entry, or the result of a pretest. */
function isOfEntry<Input extends object>(
  input: Input,
): input is Extract<Input, Pick<AreaEntryInput, 'entry'>> {
  const { entry, dataPretest }: Partial<AreaEntryInput> = input;
  return entry !== undefined || dataPretest !== undefined;
}

function ofEntry(input: AreaEntryInput): AreaGrading {
  const outcome = gradeAreaEntry(input);
  const subject = outcome.draft ? subjectOf(outcome.draft) : '';
  return { area: input.area, subject, ...told(outcome) };
}

function gradeArea({ timestamp = new Date(), ...input }: AreaOfSchema, read: SchemaReader): AreaGrading {
  const at = readMoment(timestamp, 'timestamp');
  const { area, tool, schemaId } = input;
  const [, schema] = splitId(String(schemaId));
  const head = { area, subject: tool === undefined ? schema : `${schema}.${tool}` };
  if (at.value === null) {
    const unread = { draft: null, storable: false, reason: null, missing: [], problems: at.problems };
    return { ...head, ...told({ ...unread, status: 'blocked' }) };
  }
  const graded = gradeSchema({ ...input, at: at.value }, read);
  const status = graded.draft === null ? 'blocked' : graded.storable ? 'graded' : 'pending';
  return { ...head, ...told({ ...graded, status }) };
}

/** Result of all areas. */
export interface SchemaGrading {
  results: AreaGrading[];
  /** Area by area, in the order they were run. */
  areas: { area: AreaId; status: AreaGrading['status'] }[];
  /** The entry with the answers of code; null in our own form, where each result has one. */
  entry: EntryDraft | null;
  tier: Tier;
  errors: string[];
}

/**
 * Grades every tool of a schema file, then their aggregate.
 *
 * With `entry`, as in the reference: its own area is run, all others are pending, and the first blocked one ends the
 * cascade (spec 04).
 *
 * @param answers by subject: `<schema>.<tool>` and `<schema>`
 * @param facts by subject: `<schema>.<tool>`
 * @returns the errors of all areas; no results with GRD-001, GRD-002 or GRD-011 for facts of another form, and with
 *   GRD-002 for answers or facts of a subject that the file does not have
 */
export function runAll(input: WholeSchema | Omit<AreaEntryInput, 'area'>): SchemaGrading {
  return isOfEntry(input) ? runEntry(input) : gradeWhole(input);
}

/** Input for grading all tools of a schema file and their aggregate. */
export type WholeSchema = Omit<AreaInput, 'answers' | 'facts'> & {
  /** By subject: `<schema>.<tool>` and `<schema>`. */
  answers?: Readonly<Record<string, readonly ScoreAnswer[]>>;
  /** By subject: `<schema>.<tool>`. */
  facts?: Readonly<Record<string, AreaInput['facts']>>;
};

function gradeWhole({ answers = {}, facts = {}, ...input }: WholeSchema): SchemaGrading {
  const [, schema] = splitId(String(input.schemaId));
  const read = createSchemaReader(DEFAULT_BOOK.spec.schemasSpec);
  const known = listTools(String(input.schemaPath), read);
  const subjects = known?.map((tool) => `${schema}.${tool}`);
  const problems = [
    // Without a schema's name or its tools, each area says what is wrong.
    ...(subjects === undefined || schema === ''
      ? []
      : [...strangers('answers', answers, [...subjects, schema]), ...strangers('facts', facts, subjects)]),
    ...Object.entries(facts).flatMap(([subject, own]) => factsProblems(subject, own)),
  ];
  if (problems.length > 0)
    return { results: [], areas: [], entry: null, tier: TIER, errors: errorTexts(problems) };
  const tools = (known ?? []).map((tool) => {
    const subject = `${schema}.${tool}`;
    const own = { tool, answers: answers[subject], facts: facts[subject] };
    return gradeArea({ ...input, area: 'single-test', ...own }, read);
  });
  const whole = gradeArea({ ...input, area: 'tools-aggregate-schema', answers: answers[schema] }, read);
  const results = [...tools, whole];
  return {
    results,
    areas: results.map(({ area, status }) => ({ area, status })),
    entry: null,
    tier: TIER,
    errors: [...new Set(results.flatMap(({ errors }) => errors))],
  };
}

/** What is given for subjects that the file does not have would have no effect. */
function strangers(field: string, given: object, subjects: readonly string[]): Problem[] {
  return Object.keys(given)
    .filter((subject) => !subjects.includes(subject))
    .map((subject) => {
      const args = { expected: `one of ${subjects.join(', ')}`, found: describeValue(subject) };
      return problem('GRD-002', { path: formatPointer([field, subject]) }, args);
    });
}

function factsProblems(subject: string, facts: unknown): Problem[] {
  if (facts === undefined) return [];
  return placeBelow(formatPointer(['facts', subject]), checkShape(facts, toolFactsInput).problems);
}

function runEntry(input: Omit<AreaEntryInput, 'area'>): SchemaGrading {
  const area = input.entry?.area ?? 'single-test';
  const result = ofEntry({ ...input, area });
  const isRefused = result.entry === null;
  const statuses = areasOfSide('provider').map((one) => ({
    area: one,
    status:
      one === area ? result.status : one === 'single-test' && failsPretest(input) ? 'blocked' : 'pending',
  })) satisfies SchemaGrading['areas'];
  const end = statuses.findIndex(({ status }) => status === 'blocked');
  return {
    results: [result],
    areas: isRefused ? [] : statuses.slice(0, end < 0 ? undefined : end + 1),
    entry: result.entry,
    tier: TIER,
    errors: result.errors,
  };
}

function failsPretest({ dataPretest }: Pick<AreaEntryInput, 'dataPretest'>): boolean {
  return Boolean(dataPretest && pretestBlocker({ dataPretest }));
}

function told({ draft, storable, reason, missing, problems, status }: AreaOutcome) {
  const errors = errorTexts(problems);
  return {
    status,
    tier: TIER,
    grading: draft,
    entry: draft,
    storable,
    reason,
    missing: [...missing],
    errors,
  };
}
