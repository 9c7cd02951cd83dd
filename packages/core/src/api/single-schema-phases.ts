import {
  createSchemaReader,
  gradeSchema,
  listTools,
  type SchemaArea,
  type SchemaReader,
} from '../features/protocol-v1/api-grade-schema.js';
import type { AssembledEntry, Grader } from '../grade/entry/assemble-entry.js';
import { type Moment, readMoment } from '../grade/entry/moment.js';
import type { EntryDraft } from '../grade/entry-draft.js';
import { areasOfSide } from '../questions/lookup.js';
import type { ToolFacts } from '../spec/facts.js';
import type { ScoreAnswer } from '../spec/scores.js';
import type { AreaId, Harness, Tier } from '../spec/vocabulary.js';
import { splitId } from '../target/logic/names.js';
import { errorTexts } from './error-texts.js';

/** The provider side: areas that are graded on the autonomous tier, B at best (spec 04). */

/** Outcome of one area. */
export interface AreaGrading {
  area: AreaId;
  /** As graders name it. */
  subject: string;
  /** null with errors. Without a complete set of answers its aggregateGrade is null. */
  grading: EntryDraft | null;
  /** May the entry lie in an island as it is? */
  storable: boolean;
  /** Why not; null where it may, or with errors. */
  reason: string | null;
  /** Questions of the area that nobody has answered. */
  missing: string[];
  errors: string[];
}

/** What an area of one schema file is graded from. */
export interface AreaInput {
  /** The schema's `.mjs` file. */
  schemaPath: string;
  /** `<namespace>.<schema>`. */
  schemaId: string;
  /** Who gave the answers; llmModel where the kind is llm. */
  grader: Grader;
  /** What the grader says to the questions that code does not answer. */
  answers?: readonly ScoreAnswer[] | undefined;
  /** What a pretest found out; without it questions that need a request stay unanswered. */
  facts?: Pick<ToolFacts, 'docs' | 'outputMatches' | 'outputMismatch' | 'records'> | undefined;
  /** What drove the grader; `other` unless given (decision 0012). */
  harness?: Harness | undefined;
  /** When the answers were given; now unless said. */
  timestamp?: Moment | undefined;
}

/** The tier of all provider areas. */
export function getTier(): { tier: Tier } {
  return { tier: 'autonomous' };
}

/** The six provider areas, in their order. One schema file is enough for the first two. */
export function getAreas(): { areas: AreaId[] } {
  return { areas: areasOfSide('provider') };
}

/**
 * One area of one schema file: the gate, what code can answer without a request, the grader's answers, the grade.
 * Writes nothing; entries get into an island by `flowmcp grading run`.
 *
 * @param tool with `single-test`
 * @returns errors of the gate, of the answers (SCR-008 to SCR-012, SCO-…, NA-…), GRD-001, GRD-002, GRD-007
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
 * Every tool of a schema file and their aggregate, in this order.
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
