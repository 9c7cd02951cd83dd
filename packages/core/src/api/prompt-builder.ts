import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import type { z } from 'zod';
import { chooseFence, type Material } from '../documents/quoted-text.js';
import { checkShape } from '../grade/entry/check-entry.js';
import { describeValue, type IssueCodes } from '../problems/describe-issue.js';
import { fatal, problem } from '../problems/error-codes.js';
import { type Problem, placeBelow } from '../problems/problem.js';
import { areaById, askedQuestionsOf, policiesOf, questionById } from '../questions/lookup.js';
import type { Area, Question } from '../questions/question.js';
import { buildAreaPrompt, type PredecessorGrade } from '../runs/logic/prompts/area-prompt.js';
import { buildEntryPointPrompt, type EntryPointInput } from '../runs/logic/prompts/entry-point.js';
import { buildGoal, buildOwnGoal, DEFAULT_TURNS } from '../runs/logic/prompts/goal.js';
import { areaOutputSchema, buildPromptQuestions } from '../runs/logic/prompts/output-schema.js';
import { DEFAULT_BOOK } from '../spec/books/registered.js';
import { entryPointInput, goalPrompts, promptInput, promptPersona } from '../spec/program-input.js';
import type { Goal } from '../spec/prompts.js';
import { AREAS, type AreaId, type Persona } from '../spec/vocabulary.js';
import { isRecord } from '../values/is-record.js';
import { errorTexts, thrownTexts } from './error-texts.js';
import { besideProblems } from './guard.js';

/** Texts for graders: entry point, area prompt, Goal-Block (spec 20, 25). Functions here never throw. */

const FENCE_BYTES = 12;
/** Codes for items of lists: the reference counts a missing field of an item as an empty one. */
const ITEMS: IssueCodes = { shape: 'PB-002', unknownField: 'GRD-011', missing: 'PB-003', empty: 'PB-003' };
const PERSONA: IssueCodes = { shape: 'PB-002', unknownField: 'GRD-011', missing: 'PB-006' };
/** Lens of a base persona that is named without one (spec 12). */
const GENERAL = 'general';

interface BuildPromptInput {
  readonly area: AreaId;
  /** The name graders use: `<schema>.<tool>`, `<schema>`, a skill, the namespace or the selection. */
  readonly subject: string;
  /** 8 hex digits. */
  readonly schemaHash: string;
  /** Required for an area with a persona, and only there. Default of lensId: general. */
  readonly persona?: (Omit<Persona, 'lensId'> & Partial<Persona>) | null | undefined;
  /** Files inside the island, absolute or relative to it; may be empty, if the material is all there is. */
  readonly files: readonly { readonly path: string; readonly role: string }[];
  /** Text written by others that is to be judged; it is fenced and quoted line by line. */
  readonly material?: readonly Material[] | undefined;
  /** Question ids; default: all questions of the area. */
  readonly questions?: readonly string[] | undefined;
  /** Grades of what the subject builds on. `id` is another name of `node`. */
  readonly predecessorGrades?: readonly (PredecessorGrade | PredecessorById)[] | undefined;
  /** Default: 25. */
  readonly maxTurns?: number | undefined;
  readonly gradingDataRoot: string;
  /** Values that the prompt must not contain in any form. */
  readonly secrets?: readonly string[] | undefined;
}

type PredecessorById = Omit<PredecessorGrade, 'node'> & { readonly id: string };

/** Facts about a built prompt. */
export interface PromptMetadata {
  area: AreaId;
  /** `‹base›--‹lens›`, or neutral. */
  persona: string;
  fileCount: number;
  /** Number of questions for the grader; the prompt leaves out those that code answers. */
  questionCount: number;
  personaRequired: boolean;
  predecessorGradeCount: number;
  /** In UTF-16 units. */
  goalBlockLength: number;
  /** In UTF-16 units, at most 4,000. */
  goalConditionLength: number;
  goalMaxTurns: number;
}

/** A built prompt. */
export interface BuiltPrompt {
  /** null if there are errors. */
  prompt: string | null;
  /** JSON Schema of this prompt's element of `areas` in scores.json. */
  outputSchema: Readonly<Record<string, unknown>> | null;
  metadata: PromptMetadata | null;
  errors: string[];
}

/**
 * Builds one area prompt. Questions, policies, instructions and output schema come from the catalogue; the
 * material is the caller's, and all of it is quoted.
 *
 * @returns the prompt and the JSON Schema of its answer, or null with PB-001 (missing), PB-002 (wrong type), PB-003
 *   (nothing to ask, or an empty or missing field of an item), PB-004 (area), PB-006 (incomplete persona), PB-007, PB-008
 *   (goal), PB-009 (question of another area), PB-101 (secret), PB-102 to PB-105 (wording, slots, fence), PB-201, PB-202
 *   (persona), PB-301 (file outside the island), GRD-011 (unknown field), RUN-005 (unknown question)
 * @see spec 25, Prompt Composition
 */
export function build(input: BuildPromptInput): BuiltPrompt {
  const refused = { prompt: null, outputSchema: null, metadata: null };
  const { subject, maxTurns, gradingDataRoot, persona, predecessorGrades = [] } = input;
  const named = { ...input, predecessorGrades: predecessorGrades.map(asNode) };
  const area = areaById(input.area);
  const lists = checkShape(named, promptInput, ITEMS);
  const reader = persona ? checkShape(persona, promptPersona, PERSONA) : { value: null, problems: [] };
  const problems = [
    ...(area ? [] : [unknownArea(input.area)]),
    ...lists.problems,
    ...placeBelow('/persona', reader.problems),
  ];
  if (!area || lists.value === null || problems.length > 0)
    return { ...refused, errors: errorTexts(problems) };
  const as = reader.value && { ...reader.value, lensId: reader.value.lensId ?? GENERAL };
  try {
    const given = { subject, maxTurns, gradingDataRoot, ...lists.value, area, persona: as };
    return { ...buildPrompt(given), errors: [] };
  } catch (error) {
    return { ...refused, errors: thrownTexts(error) };
  }
}

/** A predecessor under the name `node`; anything else stays as it is, for the check of its shape. */
function asNode(given: unknown): unknown {
  if (!isRecord(given) || given.id === undefined || given.node !== undefined) return given;
  const { id: node, ...rest } = given;
  return { node, ...rest };
}

function unknownArea(found: unknown): Problem {
  const args = { found: describeValue(found), areas: AREAS.join(', ') };
  return problem('PB-004', { path: '/area' }, args);
}

type CheckedPrompt = Pick<BuildPromptInput, 'subject' | 'maxTurns' | 'gradingDataRoot'> &
  z.infer<typeof promptInput> & { readonly area: Area; readonly persona: Persona | null };

/**
 * Builds one area prompt from the catalogue as an emit would, with material from the caller.
 *
 * @throws GradingError PB-003 … PB-301 (spec 20, 25), RUN-005
 */
function buildPrompt(input: CheckedPrompt): Omit<BuiltPrompt, 'errors'> {
  const { area, subject, schemaHash, persona, files, material = [], predecessorGrades = [] } = input;
  const questions = chooseQuestions(area, input.questions);
  const asked = buildPromptQuestions(questions);
  const id = `${area.id}/${subject}`;
  const goal = buildGoal({ what: id, promptIds: [id], maxTurns: input.maxTurns ?? DEFAULT_TURNS });
  const outputSchema = areaOutputSchema({ area: area.id, subject, schemaHash, persona, questions: asked });
  const prompt = buildAreaPrompt({
    area,
    subject,
    persona,
    files,
    questions,
    material,
    policies: policiesOf(area.id),
    outputSchema,
    predecessors: predecessorGrades,
    goal,
    fence: chooseFence(() => randomBytes(FENCE_BYTES).toString('hex'), material),
    islandRoot: resolve(input.gradingDataRoot),
    secrets: input.secrets ?? [],
  });
  const metadata: PromptMetadata = {
    area: area.id,
    persona: persona ? `${persona.basePersonaId}--${persona.lensId}` : 'neutral',
    fileCount: files.length,
    questionCount: asked.length,
    personaRequired: area.personaRequired,
    predecessorGradeCount: predecessorGrades.length,
    goalBlockLength: goal.goalBlock.length,
    goalConditionLength: goal.condition.length,
    goalMaxTurns: goal.maxTurns,
  };
  return { prompt, outputSchema, metadata };
}

/** The chosen questions in the order of the catalogue; a question that is not one of the area's ends the call. */
function chooseQuestions(area: Area, chosen: readonly string[] | undefined): readonly Question[] {
  const own = askedQuestionsOf(area.id, DEFAULT_BOOK.spec);
  if (chosen === undefined) return own;
  const stranger = chosen.find((id) => !own.some((question) => question.id === id));
  if (stranger === undefined) return own.filter(({ id }) => chosen.includes(id));
  const where = { path: `/questions/${chosen.indexOf(stranger)}` };
  const found = questionById(stranger)?.area;
  throw found === undefined
    ? fatal('RUN-005', where, { question: stranger })
    : fatal('PB-009', where, { question: stranger, found, expected: area.id });
}

/** What a goal is built from: a condition of one's own, an area, or the prompts of a run. */
export interface GoalBlockInput {
  /** What has to be reached; the bound on turns is added. */
  readonly condition?: string | undefined;
  /** Without a condition: the area whose grading is the goal; default: the area in scope. */
  readonly area?: AreaId | undefined;
  /** The target of a run in a few words, e.g. `namespace defillama`; only with promptIds. */
  readonly what?: string | undefined;
  /** `‹area›/‹subject›` of every prompt of the run; only with what. */
  readonly promptIds?: readonly string[] | undefined;
  /** Default: 25. */
  readonly maxTurns?: number | undefined;
}

/**
 * Builds the completion condition of a grading loop, with the lines that the loop has to surface (spec 25): from the
 * caller's own condition, for an area, or from the prompts of a run. The whole condition has at most 4,000 characters.
 *
 * @returns null with PB-001 (what without promptIds, or the other way round), PB-002 (wrong type; a condition beside
 *   promptIds), PB-003 (empty), PB-004 (area), PB-007 (too long), PB-008 (turns)
 */
export function buildGoalBlock(input: GoalBlockInput): {
  goalBlock: string | null;
  condition: string | null;
  /** In UTF-16 units. */
  conditionLength: number;
  maxTurns: number;
  errors: string[];
} {
  const { maxTurns = DEFAULT_TURNS } = input;
  const none = { goalBlock: null, condition: null, conditionLength: 0, maxTurns };
  const problems = goalProblems(input);
  if (problems.length > 0) return { ...none, errors: errorTexts(problems) };
  try {
    const { goalBlock, condition } = goalOf({ ...input, maxTurns });
    return { goalBlock, condition, conditionLength: condition.length, maxTurns, errors: [] };
  } catch (error) {
    return { ...none, errors: thrownTexts(error) };
  }
}

function goalOf({ what, promptIds, ...own }: GoalBlockInput & { readonly maxTurns: number }): Goal {
  return what === undefined || promptIds === undefined
    ? buildOwnGoal(own)
    : buildGoal({ what, promptIds, maxTurns: own.maxTurns });
}

function goalProblems(input: GoalBlockInput): Problem[] {
  const { area, what, promptIds } = input;
  if (what === undefined && promptIds === undefined)
    return area === undefined || areaById(area) ? [] : [unknownArea(area)];
  const missing = (field: string) => problem('PB-001', { path: `/${field}` }, { field });
  return [
    ...(what === undefined || what.trim() === '' ? [missing('what')] : []),
    ...(promptIds === undefined
      ? [missing('promptIds')]
      : checkShape({ promptIds }, goalPrompts, ITEMS).problems),
    ...besideProblems(input, ['condition', 'area'], { of: 'what and promptIds', code: 'PB-002' }),
  ];
}

/**
 * Builds the first prompt of a run, for an empty context: six numbered lines; for a provider, the fifth is
 * left out (spec 20).
 *
 * @returns null with PB-001 (missing), PB-002 (wrong type), PB-003 (an empty or missing inner field), GRD-011 (unknown
 *   field)
 */
export function buildEntryPoint(input: Omit<EntryPointInput, 'gradingSpec'>): {
  prompt: string | null;
  errors: string[];
} {
  const shaped = checkShape(input, entryPointInput, ITEMS);
  if (shaped.value === null) return { prompt: null, errors: errorTexts(shaped.problems) };
  return { prompt: buildEntryPointPrompt({ ...input, gradingSpec: DEFAULT_BOOK.spec.version }), errors: [] };
}

/** The eleven areas, in the order of the specification (spec 04, 05). */
export function getValidAreas(): { areas: AreaId[] } {
  return { areas: [...AREAS] };
}

/** Whether the area is judged with a persona; null with PB-001 (missing), PB-002 (no text), PB-004 (unknown; spec 12). */
export function isPersonaRequired({ area }: { area: AreaId }): {
  personaRequired: boolean | null;
  errors: string[];
} {
  const known = areaById(area);
  if (known) return { personaRequired: known.personaRequired, errors: [] };
  return { personaRequired: null, errors: errorTexts([unknownArea(area)]) };
}
