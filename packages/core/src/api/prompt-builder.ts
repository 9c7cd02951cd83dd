import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { chooseFence, type Material } from '../documents/quoted-text.js';
import { checkShape } from '../grade/entry/check-entry.js';
import { fatal, problem } from '../problems/error-codes.js';
import { areaById, policiesOf, questionsOf } from '../questions/lookup.js';
import type { Area } from '../questions/question.js';
import { buildAreaPrompt, type PredecessorGrade } from '../runs/logic/prompts/area-prompt.js';
import { buildEntryPointPrompt, type EntryPointInput } from '../runs/logic/prompts/entry-point.js';
import { buildGoal, DEFAULT_TURNS, type GoalInput } from '../runs/logic/prompts/goal.js';
import { areaOutputSchema, buildPromptQuestions } from '../runs/logic/prompts/output-schema.js';
import { entryPointInput, goalInput } from '../spec/program-input.js';
import type { Goal } from '../spec/prompts.js';
import { AREAS, type AreaId, type Persona } from '../spec/vocabulary.js';
import { errorTexts, thrownTexts } from './error-texts.js';

/** Texts for graders: entry point, area prompt, Goal-Block (spec 20, 25). Functions here never throw. */

const REQUIRED = ['area', 'subject', 'schemaHash', 'files', 'gradingDataRoot'] as const;
const FENCE_BYTES = 12;

interface BuildPromptInput {
  readonly area: AreaId;
  /** The name graders use: `<schema>.<tool>`, `<schema>`, a skill, the namespace or the selection. */
  readonly subject: string;
  /** 8 hex digits. */
  readonly schemaHash: string;
  /** Required for an area with a persona, and only there. */
  readonly persona?: Persona | null | undefined;
  /** Files inside the island, absolute or relative to it. */
  readonly files: readonly { readonly path: string; readonly role: string }[];
  /** Text written by others that is to be judged; it is fenced and quoted line by line. */
  readonly material?: readonly Material[] | undefined;
  /** Question ids; default: all questions of the area. */
  readonly questions?: readonly string[] | undefined;
  readonly predecessorGrades?: readonly PredecessorGrade[] | undefined;
  /** Default: 25. */
  readonly maxTurns?: number | undefined;
  readonly gradingDataRoot: string;
  /** Values that the prompt must not contain in any form. */
  readonly secrets?: readonly string[] | undefined;
}

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

/**
 * Builds one area prompt. Questions, policies, instructions and output schema come from the catalogue; the
 * material is the caller's, and all of it is quoted.
 *
 * @returns the prompt and the JSON Schema of its answer, or null with PB-003 (nothing to ask), PB-101
 * (secret), PB-102 to PB-105 (wording, slots, fence), PB-201, PB-202 (persona), PB-301 (file outside the
 * island), GRD-001
 * @see spec 25, Prompt Composition
 */
export function build(input: BuildPromptInput): {
  prompt: string | null;
  outputSchema: Readonly<Record<string, unknown>> | null;
  metadata: PromptMetadata | null;
  errors: string[];
} {
  try {
    const { area, prompt, goal, questionCount, outputSchema } = buildPrompt(input);
    const { persona, files, predecessorGrades = [] } = input;
    const metadata: PromptMetadata = {
      area: area.id,
      persona: persona ? `${persona.basePersonaId}--${persona.lensId}` : 'neutral',
      fileCount: files.length,
      questionCount,
      personaRequired: area.personaRequired,
      predecessorGradeCount: predecessorGrades.length,
      goalBlockLength: goal.goalBlock.length,
      goalConditionLength: goal.condition.length,
      goalMaxTurns: goal.maxTurns,
    };
    return { prompt, outputSchema, metadata, errors: [] };
  } catch (error) {
    return { prompt: null, outputSchema: null, metadata: null, errors: thrownTexts(error) };
  }
}

interface BuiltPrompt {
  readonly area: Area;
  readonly prompt: string;
  readonly goal: Goal;
  /** Number of questions for the grader. */
  readonly questionCount: number;
  /** JSON Schema of this prompt's element of `areas` in scores.json. */
  readonly outputSchema: Readonly<Record<string, unknown>>;
}

/**
 * Builds one area prompt from the catalogue as an emit would, with material from the caller.
 *
 * @throws GradingError PB-003 … PB-301 (spec 20, 25), GRD-002 for an unknown area
 */
function buildPrompt(input: BuildPromptInput): BuiltPrompt {
  const { subject, schemaHash, persona = null, material = [], questions: chosen } = input;
  const absent = REQUIRED.find((field) => !input[field]);
  if (absent !== undefined) throw fatal('GRD-001', { path: `/${absent}` }, { field: absent });
  const area = areaById(input.area);
  if (!area) throw fatal('GRD-002', { path: '/area' }, { expected: 'an area', found: String(input.area) });
  const questions = questionsOf(area.id).filter(({ id }) => chosen === undefined || chosen.includes(id));
  const asked = buildPromptQuestions(questions);
  const id = `${area.id}/${subject}`;
  const goal = buildGoal({ what: id, promptIds: [id], maxTurns: input.maxTurns ?? DEFAULT_TURNS });
  const outputSchema = areaOutputSchema({ area: area.id, subject, schemaHash, persona, questions: asked });
  const prompt = buildAreaPrompt({
    area,
    subject,
    persona,
    files: input.files,
    questions,
    material,
    policies: policiesOf(area.id),
    outputSchema,
    predecessors: input.predecessorGrades ?? [],
    goal,
    fence: chooseFence(() => randomBytes(FENCE_BYTES).toString('hex'), material),
    islandRoot: resolve(input.gradingDataRoot),
    secrets: input.secrets ?? [],
  });
  return { area, prompt, goal, questionCount: asked.length, outputSchema };
}

/**
 * Builds the completion condition of a grading loop, with the lines that the loop has to surface (spec 25).
 *
 * @returns null with PB-003 (no prompt), PB-007 (longer than 4,000 characters), PB-008 (turns), GRD-001
 * (missing), GRD-002 (wrong type)
 */
export function buildGoalBlock(input: GoalInput): {
  goalBlock: string | null;
  condition: string | null;
  /** In UTF-16 units. */
  conditionLength: number;
  maxTurns: number;
  errors: string[];
} {
  const { maxTurns } = input;
  const none = { goalBlock: null, condition: null, conditionLength: 0, maxTurns };
  const shaped = checkShape(input, goalInput);
  if (shaped.value === null) return { ...none, errors: errorTexts(shaped.problems) };
  try {
    const { goalBlock, condition } = buildGoal(input);
    return { goalBlock, condition, conditionLength: condition.length, maxTurns, errors: [] };
  } catch (error) {
    return { ...none, errors: thrownTexts(error) };
  }
}

/**
 * Builds the first prompt of a run, for an empty context: six numbered lines; for a provider, the fifth is
 * left out (spec 20).
 *
 * @returns null with GRD-001 (missing), GRD-002 (wrong type), GRD-011 (unknown field)
 */
export function buildEntryPoint(input: EntryPointInput): { prompt: string | null; errors: string[] } {
  const shaped = checkShape(input, entryPointInput);
  if (shaped.value === null) return { prompt: null, errors: errorTexts(shaped.problems) };
  return { prompt: buildEntryPointPrompt(input), errors: [] };
}

/** The eleven areas, in order. */
export function getValidAreas(): { areas: AreaId[] } {
  return { areas: [...AREAS] };
}

/** Whether the area is judged with a persona; null with GRD-002 for an unknown area (spec 12). */
export function isPersonaRequired({ area }: { area: AreaId }): {
  personaRequired: boolean | null;
  errors: string[];
} {
  const known = areaById(area);
  if (known) return { personaRequired: known.personaRequired, errors: [] };
  const found = problem('GRD-002', { path: '/area' }, { expected: 'an area', found: String(area) });
  return { personaRequired: null, errors: errorTexts([found]) };
}
