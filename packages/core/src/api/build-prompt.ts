import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { chooseFence, type Material } from '../documents/quoted-text.js';
import { fatal } from '../problems/error-codes.js';
import { areaById, policiesOf, questionsOf } from '../questions/lookup.js';
import type { Area } from '../questions/question.js';
import { buildAreaPrompt, type PredecessorGrade } from '../runs/logic/prompts/area-prompt.js';
import { buildGoal, DEFAULT_TURNS } from '../runs/logic/prompts/goal.js';
import { areaOutputSchema } from '../runs/logic/prompts/output-schema.js';
import { buildPromptQuestions } from '../runs/logic/prompts/prompt-questions.js';
import type { Goal } from '../spec/prompts.js';
import type { AreaId, Persona } from '../spec/vocabulary.js';

export interface BuildPromptInput {
  readonly area: AreaId;
  /** The name graders use: `<schema>.<tool>`, `<schema>`, a skill, the namespace or the selection. */
  readonly subject: string;
  /** 8 hex digits. */
  readonly schemaHash: string;
  /** Required for an area with a persona, and only there. */
  readonly persona?: Persona | null | undefined;
  /** Files inside the island, absolute or relative to it. */
  readonly files: readonly { readonly path: string; readonly role: string }[];
  /** Text by others that is to be judged; it is fenced and quoted line by line. */
  readonly material?: readonly Material[] | undefined;
  /** Question ids; default: all of the area. */
  readonly questions?: readonly string[] | undefined;
  readonly predecessorGrades?: readonly PredecessorGrade[] | undefined;
  /** Default: 25. */
  readonly maxTurns?: number | undefined;
  readonly gradingDataRoot: string;
  /** Values that the prompt must not contain in any form. */
  readonly secrets?: readonly string[] | undefined;
}

export interface BuiltPrompt {
  readonly area: Area;
  readonly prompt: string;
  readonly goal: Goal;
  /** Number of questions for the grader. */
  readonly questionCount: number;
  /** JSON Schema of this prompt's element of `areas` in scores.json. */
  readonly outputSchema: Readonly<Record<string, unknown>>;
}

const REQUIRED = ['area', 'subject', 'schemaHash', 'files', 'gradingDataRoot'] as const;
const FENCE_BYTES = 12;

/**
 * Builds one area prompt from the catalogue as an emit would, with material from the caller.
 *
 * @throws GradingError PB-003 … PB-301 (spec 20, 25), GRD-002 for an unknown area
 */
export function buildPrompt(input: BuildPromptInput): BuiltPrompt {
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
