import { checkShape } from '../grade/entry/check-entry.js';
import { problem } from '../problems/error-codes.js';
import { areaById } from '../questions/lookup.js';
import { buildEntryPointPrompt, type EntryPointInput } from '../runs/logic/prompts/entry-point.js';
import { buildGoal, type GoalInput } from '../runs/logic/prompts/goal.js';
import { entryPointInput, goalInput } from '../spec/prompt-input.js';
import { AREAS, type AreaId } from '../spec/vocabulary.js';
import { type BuildPromptInput, buildPrompt } from './build-prompt.js';
import { errorTexts, thrownTexts } from './error-texts.js';

/** What graders are told: entry point, area prompt, Goal-Block (spec 20, 25). Nothing here throws. */

/** What was put together. */
export interface PromptMetadata {
  area: AreaId;
  /** `‹base›--‹lens›`, or neutral. */
  persona: string;
  fileCount: number;
  /** Questions a grader is asked; those that code answers are not in the prompt. */
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
 * One area prompt. Questions, policies, instructions and output schema are the catalogue's; the material is yours,
 * and whatever it says is quoted.
 *
 * @returns the prompt and the JSON Schema of its answer, or null with PB-003 (nothing to ask), PB-101 (secret),
 *   PB-102 to PB-105 (wording, slots, fence), PB-201, PB-202 (persona), PB-301 (file outside the island), GRD-001
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

/**
 * Completion condition of a grading loop, with the lines that it has to surface (spec 25).
 *
 * @returns null with PB-003 (no prompt), PB-007 (longer than 4,000 characters), PB-008 (turns), GRD-001 (missing),
 *   GRD-002 (other kind)
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
 * First prompt of a run, for an empty context: six numbered lines, for a provider without the fifth (spec 20).
 *
 * @returns null with GRD-001 (missing), GRD-002 (other kind), GRD-011 (no such field)
 */
export function buildEntryPoint(input: EntryPointInput): { prompt: string | null; errors: string[] } {
  const shaped = checkShape(input, entryPointInput);
  if (shaped.value === null) return { prompt: null, errors: errorTexts(shaped.problems) };
  return { prompt: buildEntryPointPrompt(input), errors: [] };
}

/** The eleven areas in their order. */
export function getValidAreas(): { areas: AreaId[] } {
  return { areas: [...AREAS] };
}

/** Is the area judged with a persona? null with GRD-002 for what is no area (spec 12). */
export function isPersonaRequired({ area }: { area: AreaId }): {
  personaRequired: boolean | null;
  errors: string[];
} {
  const known = areaById(area);
  if (known) return { personaRequired: known.personaRequired, errors: [] };
  const found = problem('GRD-002', { path: '/area' }, { expected: 'an area', found: String(area) });
  return { personaRequired: null, errors: errorTexts([found]) };
}
