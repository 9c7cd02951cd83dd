import { createEvaluator, tryOut } from '../../../evaluators/ask/open-evaluator.js';
import type { Evaluator, EvaluatorSpec } from '../../../evaluators/logic/evaluator.js';
import type { Problem } from '../../../problems/problem.js';
import type { DatasetRecord } from '../logic/dataset/parse-record.js';

/**
 * Opens an evaluator, tries it out (seed 004: before any real work), runs an operation with it, and always closes it.
 *
 * @param example the first example, if there are any
 * @returns the result of `work`, or what the user has to fix first
 */
export async function withTriedEvaluator<T>(
  {
    spec,
    example,
    signal,
  }: {
    readonly spec: EvaluatorSpec;
    readonly example: DatasetRecord | null;
    readonly signal?: AbortSignal | undefined;
  },
  work: (evaluator: Evaluator) => Promise<T> | T,
): Promise<{ readonly done: T } | { readonly obstacle: Problem }> {
  const evaluator = await createEvaluator(spec);
  try {
    const { taskModel } = spec;
    const obstacle = await tryOut(evaluator, { example, taskModel, ...(signal && { signal }) });
    return obstacle ? { obstacle } : { done: await work(evaluator) };
  } finally {
    await evaluator.close();
  }
}
