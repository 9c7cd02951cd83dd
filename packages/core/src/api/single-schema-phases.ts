import {
  createSchemaReader,
  gradeSchema,
  listTools,
  type SchemaArea,
  type SchemaReader,
} from '../features/protocol-v1/api-grade-schema.js';
import type { AssembledEntry, Grader } from '../grade/entry/assemble-entry.js';
import { type EntryDraft, type Moment, readMoment } from '../grade/entry/check-entry.js';
import { splitId } from '../island/logic/names.js';
import { areasOfSide } from '../questions/lookup.js';
import type { ToolFacts } from '../spec/facts.js';
import type { ScoreAnswer } from '../spec/scores.js';
import type { AreaId, Harness, Tier } from '../spec/vocabulary.js';
import { errorTexts } from './error-texts.js';

/** The provider side: areas that are graded on the autonomous tier, B at best (spec 04). */

/** Result of one area. */
export interface AreaGrading {
  area: AreaId;
  /** The name graders use. */
  subject: string;
  /** null if there are errors. Its aggregateGrade is null until every question is answered. */
  grading: EntryDraft | null;
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
  /** Facts from a pretest; without them, questions that need a request stay unanswered. */
  facts?: Pick<ToolFacts, 'docs' | 'outputMatches' | 'outputMismatch' | 'records'> | undefined;
  /** Program that drove the grader; default: `other` (decision 0012). */
  harness?: Harness | undefined;
  /** Time of the answers; default: now. */
  timestamp?: Moment | undefined;
}

/** The tier of all provider areas. */
export function getTier(): { tier: Tier } {
  return { tier: 'autonomous' };
}

/** The six provider areas, in order. The first two need only one schema file. */
export function getAreas(): { areas: AreaId[] } {
  return { areas: areasOfSide('provider') };
}

/**
 * Grades one area of one schema file: the gate, the answers that code can give without a request, the
 * grader's answers, the grade. Writes nothing; `flowmcp grading run` adds entries to an island.
 *
 * @param tool required by `single-test`
 * @returns errors from the gate, errors in the answers (SCR-008 to SCR-012, SCO-…, NA-…), GRD-001, GRD-002,
 * GRD-007
 */
export function runArea(input: AreaOfSchema): AreaGrading {
  return gradeArea(input, createSchemaReader());
}

type AreaOfSchema = AreaInput & { area: SchemaArea; tool?: string | undefined };

function gradeArea({ timestamp = new Date(), ...input }: AreaOfSchema, read: SchemaReader): AreaGrading {
  const at = readMoment(timestamp, 'timestamp');
  const { area, tool, schemaId } = input;
  const [, schema] = splitId(String(schemaId));
  const head = { area, subject: tool === undefined ? schema : `${schema}.${tool}` };
  if (at.value === null) return { ...head, ...told(UNGRADED), errors: errorTexts(at.problems) };
  return { ...head, ...told(gradeSchema({ ...input, at: at.value }, read)) };
}

/**
 * Grades every tool of a schema file, then their aggregate.
 *
 * @param answers by subject: `<schema>.<tool>` and `<schema>`
 */
export function runAll({
  answers = {},
  facts = {},
  ...input
}: Omit<AreaInput, 'answers' | 'facts'> & {
  answers?: Readonly<Record<string, readonly ScoreAnswer[]>>;
  facts?: Readonly<Record<string, AreaInput['facts']>>;
}): { results: AreaGrading[]; errors: string[] } {
  const [, schema] = splitId(String(input.schemaId));
  const read = createSchemaReader();
  const tools = listTools(String(input.schemaPath), read).map((tool) => {
    const subject = `${schema}.${tool}`;
    const own = { tool, answers: answers[subject], facts: facts[subject] };
    return gradeArea({ ...input, area: 'single-test', ...own }, read);
  });
  const whole = gradeArea({ ...input, area: 'tools-aggregate-schema', answers: answers[schema] }, read);
  const results = [...tools, whole];
  return { results, errors: [...new Set(results.flatMap(({ errors }) => errors))] };
}

const UNGRADED: AssembledEntry = { draft: null, storable: false, reason: null, missing: [], problems: [] };

function told({ draft, storable, reason, missing, problems }: AssembledEntry) {
  return { grading: draft, storable, reason, missing: [...missing], errors: errorTexts(problems) };
}
