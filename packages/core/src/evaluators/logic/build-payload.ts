import type { EvaluatorPayload } from './evaluator.js';

/** The candidate that preflight sends (seed 004). */
export const PREFLIGHT_CANDIDATE = '__optimize_anything_preflight__';

/**
 * Builds the payload for an evaluator, protocol v2 (seed 004). An option that is null or undefined becomes an absent
 * key: evaluators check the key to know whether there is an example.
 */
export function buildPayload({
  candidate,
  taskModel = null,
  example = null,
}: {
  readonly candidate: string;
  readonly taskModel?: string | null;
  readonly example?: Readonly<Record<string, unknown>> | null;
}): EvaluatorPayload {
  return {
    _protocol_version: 2,
    candidate,
    ...(taskModel !== null && { task_model: taskModel }),
    ...(example !== null && { example }),
  };
}
