import { z } from 'zod';
import { hash8, personaShape } from './common.js';
import { AREAS, FLOWS, GRADING_MODES, NA_REASONS, SCORE_TYPES, TIERS } from './vocabulary.js';

/** prompts.json: the questions for a grader (design/file-formats). */

export const promptQuestion = z.strictObject({
  questionId: z.string(),
  dimension: z.string(),
  scoreType: z.enum(SCORE_TYPES),
  weight: z.number().positive(),
  text: z.string(),
});
export type PromptQuestion = z.infer<typeof promptQuestion>;

export const areaPrompt = z.strictObject({
  /** `‹area›/‹subject›`, unique in the file. */
  id: z.string(),
  area: z.enum(AREAS),
  subject: z.string(),
  schemaHash: hash8,
  persona: personaShape.nullable(),
  questions: z.array(promptQuestion),
  prompt: z.string(),
  /** JSON Schema of this prompt's element of `areas` in scores.json. */
  outputSchema: z.record(z.string(), z.unknown()),
});
export type AreaPrompt = z.infer<typeof areaPrompt>;

export const goalShape = z.strictObject({
  condition: z.string().max(4000),
  maxTurns: z.int().min(1),
  goalBlock: z.string(),
});
export type Goal = z.infer<typeof goalShape>;

export const pretestReport = z.strictObject({
  schema: z.string(),
  tool: z.string(),
  working: z.int(),
  total: z.int(),
  bar: z.int(),
  status: z.enum(['ok', 'blocked']),
  reason: z.string().optional(),
});
export type PretestReport = z.infer<typeof pretestReport>;

export const skippedArea = z.strictObject({
  area: z.enum(AREAS),
  subject: z.string().optional(),
  naReason: z.enum(NA_REASONS),
});
export type SkippedArea = z.infer<typeof skippedArea>;
export const gatedArea = z.strictObject({
  area: z.enum(AREAS),
  subject: z.string().optional(),
  reason: z.string(),
});
export type GatedArea = z.infer<typeof gatedArea>;

export const promptsFile = z.strictObject({
  target: z.string(),
  flow: z.enum(FLOWS),
  tier: z.enum(TIERS),
  maxGrade: z.enum(['A', 'B']),
  namespace: z.string().optional(),
  selectionId: z.string().optional(),
  scoringProtocol: z.literal('v1'),
  gradingSpec: z.string(),
  scoringSystem: z.string(),
  gradingSystem: z.string(),
  taskId: z.string(),
  gradingMode: z.enum(GRADING_MODES),
  entryPointPrompt: z.string(),
  scoringInstructions: z.string(),
  goal: goalShape,
  prompts: z.array(areaPrompt),
  skippedAreas: z.array(skippedArea),
  gatedAreas: z.array(gatedArea),
  pretests: z.array(pretestReport),
  /** A scores.json to fill in: every score is null. */
  payloadSkeleton: z.record(z.string(), z.unknown()),
});
export type PromptsFile = z.infer<typeof promptsFile>;
