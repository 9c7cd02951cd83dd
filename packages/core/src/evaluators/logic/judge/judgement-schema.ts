import { scoringSystem } from '../../../spec/scoring-system-1.0.0.js';
import type { Intake, JudgeScale } from '../evaluator.js';

type JsonSchema = Record<string, unknown>;

/** The ends of each scale, for the prompt, the schema and the check of the answer. */
export const SCALES: Readonly<Record<JudgeScale, { readonly min: number; readonly max: number }>> = {
  unit: { min: 0, max: 1 },
  grade: { min: scoringSystem.min, max: scoringSystem.max },
};

/**
 * Name of a dimension in prompt and answer: every name from a user fits on one line of a prompt, but not every name is
 * a safe key.
 */
export function dimensionKey(at: number): string {
  return `d${at + 1}`;
}

export function constraintKey(at: number): string {
  return `c${at + 1}`;
}

/**
 * JSON Schema of a judgement, with the ends of its scale. Some strict modes do not enforce ranges, so they are checked
 * again when the answer is read. The reasoning comes first, so that the score follows from it.
 */
export function judgementSchema(intake: Intake | null, scale: JudgeScale): JsonSchema {
  const { min: minimum, max: maximum } = SCALES[scale];
  const score = { type: 'number', minimum, maximum };
  const dimensions = intake?.qualityDimensions.map((_, at) => dimensionKey(at)) ?? [];
  const constraints = intake?.hardConstraints.map((_, at) => constraintKey(at)) ?? [];
  return closedObject({
    reasoning: { type: 'string' },
    ...(dimensions.length > 0 && {
      dimensions: closedObject(Object.fromEntries(dimensions.map((key) => [key, score]))),
    }),
    ...(constraints.length > 0 && {
      violatedConstraints: { type: 'array', items: { type: 'string', enum: constraints } },
    }),
    score,
  });
}

function closedObject(properties: Record<string, JsonSchema>): JsonSchema {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}
