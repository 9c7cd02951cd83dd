import { buildPayload, PREFLIGHT_CANDIDATE } from '../../engine/evaluator/build-payload.js';
import type { Evaluator } from '../../model/evaluator.js';
import type { Problem } from '../../model/problem.js';

/**
 * Whether an evaluator can be asked at all, before anything rests on it: what can be seen without a call, then one
 * real call that is checked as every other one.
 *
 * @param example the first record, where there is a dataset: an evaluator may need one
 * @returns what is to be mended first; null: it answered with a score
 */
export async function preflight(
  evaluator: Pick<Evaluator, 'check' | 'evaluate'>,
  {
    example = null,
    taskModel = null,
    signal,
  }: {
    readonly example?: Readonly<Record<string, unknown>> | null;
    readonly taskModel?: string | null;
    readonly signal?: AbortSignal;
  } = {},
): Promise<Problem | null> {
  const seen = await evaluator.check();
  if (seen) return seen;
  const payload = buildPayload({ candidate: PREFLIGHT_CANDIDATE, example, taskModel });
  const outcome = await evaluator.evaluate(payload, signal ? { signal } : {});
  return 'problem' in outcome ? outcome.problem : null;
}
