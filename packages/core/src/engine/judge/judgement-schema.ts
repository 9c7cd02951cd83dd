import type { Intake } from '../../model/evaluator.js';

type JsonSchema = Record<string, unknown>;

/** How a dimension is called in prompt and answer: any name a user gives is one line of a prompt, but not any is a safe key. */
export function dimensionKey(at: number): string {
  return `d${at + 1}`;
}

export function constraintKey(at: number): string {
  return `c${at + 1}`;
}

/**
 * JSON Schema of a judgement. Only keywords that every provider's strict mode knows: ranges are not among them,
 * so scores are clamped where they are read. The reasoning comes first, so that the score follows from it.
 */
export function judgementSchema(intake: Intake | null): JsonSchema {
  const dimensions = intake?.qualityDimensions.map((_, at) => dimensionKey(at)) ?? [];
  const constraints = intake?.hardConstraints.map((_, at) => constraintKey(at)) ?? [];
  return closedObject({
    reasoning: { type: 'string' },
    ...(dimensions.length > 0 && {
      dimensions: closedObject(Object.fromEntries(dimensions.map((key) => [key, { type: 'number' }]))),
    }),
    ...(constraints.length > 0 && {
      violatedConstraints: { type: 'array', items: { type: 'string', enum: constraints } },
    }),
    score: { type: 'number' },
  });
}

function closedObject(properties: Record<string, JsonSchema>): JsonSchema {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}
