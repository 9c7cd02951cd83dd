import type { EvaluatorPayload } from './evaluator.js';

/** What preflight has scored in place of a candidate (seed 004). */
export const PREFLIGHT_CANDIDATE = '__optimize_anything_preflight__';

/**
 * Builds what an evaluator is handed, protocol v2 (seed 004). An option that is null or left out is an absent
 * key: evaluators tell from the key whether there is an example.
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
