import type { CallMeter } from '../../evaluators/ask/call-meter.js';
import { createEvaluator, tryOut } from '../../evaluators/ask/open-evaluator.js';
import type { Evaluator, EvaluatorSpec } from '../../evaluators/logic/evaluator.js';
import type { DatasetRecord } from '../../files/logic/dataset.js';
import { readDataset } from '../../files/read-dataset.js';
import type { Problem } from '../../problems/problem.js';

export interface EvaluatorCheckResult {
  /** Whether the evaluator can be used. */
  readonly status: boolean;
  /** The evaluator as entries will name it; empty if it cannot be used. */
  readonly results: readonly {
    readonly name: string;
    readonly kind: string;
    readonly model: string | null;
  }[];
  readonly errors: readonly Problem[];
}

/**
 * Runs only the preflight (seed 004): checks without a call, then one real call.
 *
 * @param dataset JSON Lines file; its first record is sent with the call, and the whole file is checked
 */
export async function checkEvaluator({
  evaluator: spec,
  dataset,
  signal,
}: {
  readonly evaluator: EvaluatorSpec;
  readonly dataset: string | null;
  readonly signal?: AbortSignal | undefined;
}): Promise<EvaluatorCheckResult> {
  const { records, problems } = dataset === null ? { records: [], problems: [] } : await readDataset(dataset);
  if (problems.length > 0) return { status: false, results: [], errors: problems };
  const tried = await withTriedEvaluator({ spec, example: records[0] ?? null, signal }, ({ identity }) => ({
    name: identity.name,
    kind: spec.kind,
    model: identity.model ?? null,
  }));
  if ('obstacle' in tried) return { status: false, results: [], errors: [tried.obstacle] };
  return { status: true, results: [tried.done], errors: [] };
}

/**
 * Opens an evaluator, tries it out (seed 004: before any real work), runs an operation with it, and always closes it.
 *
 * @param example the first example, if there is one
 * @returns the result of `work`, or what the user has to fix first
 */
export async function withTriedEvaluator<T>(
  {
    spec,
    example,
    signal,
    meter,
    open = createEvaluator,
  }: {
    readonly spec: EvaluatorSpec;
    readonly example: DatasetRecord | null;
    readonly signal?: AbortSignal | undefined;
    readonly meter?: CallMeter;
    readonly open?: (spec: EvaluatorSpec) => Promise<Evaluator>;
  },
  work: (evaluator: Evaluator) => Promise<T> | T,
): Promise<{ readonly done: T } | { readonly obstacle: Problem }> {
  const evaluator = await open(spec);
  try {
    const { taskModel } = spec;
    const obstacle = await tryOut(evaluator, {
      example,
      taskModel,
      ...(meter && { meter }),
      ...(signal && { signal }),
    });
    return obstacle ? { obstacle } : { done: await work(evaluator) };
  } finally {
    await evaluator.close();
  }
}
