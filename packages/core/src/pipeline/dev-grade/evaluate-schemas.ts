import { openEvaluationCache } from '../../adapters/evaluation-cache.js';
import { createEvaluator } from '../../adapters/evaluators/create-evaluator.js';
import { buildPayloads } from '../../engine/protocol-v1/evaluations.js';
import type { Evaluator } from '../../model/evaluator.js';
import type { Problem } from '../../model/problem.js';
import { errorOf } from '../../tables/error-codes.js';
import { tryOut } from '../ask-evaluator/try-out.js';
import type { AskingOptions } from '../evaluate/options.js';
import { closeProtocolLoop, type ProtocolLoopOptions, type ProtocolLoopResult } from './close-loop.js';
import { scoreWithEvaluator } from './score-with-evaluator.js';

export interface ProtocolEvaluateOptions extends Omit<ProtocolLoopOptions, 'scoreWith'> {
  readonly asking: AskingOptions;
}

export interface ProtocolEvaluateResult extends ProtocolLoopResult {
  /** What there is to say of the cache. */
  readonly warnings: readonly Problem[];
}

/**
 * Scoring protocol v1 with a command, a service or a judge in the grader's place: opens it, tries it out before the first
 * real call, grades, and closes it whatever comes of that.
 *
 * @returns as `closeProtocolLoop`
 * @throws GradingError of the preflight, before anything real was asked
 */
export async function evaluateProtocol(options: ProtocolEvaluateOptions): Promise<ProtocolEvaluateResult> {
  const { asking, ...loop } = options;
  const { evaluator: spec, openEvaluator = createEvaluator } = asking;
  const evaluator = await openEvaluator(spec);
  const warnings: Problem[] = [];
  try {
    const scoreWith = await openScoring(evaluator, asking, (warning) => void warnings.push(warning));
    const result = await closeProtocolLoop({
      ...loop,
      scoreWith: async (sets, take) => {
        const [first] = sets.flatMap((prompts) => buildPayloads(prompts, spec.taskModel));
        const { signal } = asking;
        const found = await tryOut(evaluator, {
          example: first?.example ?? null,
          taskModel: spec.taskModel,
          ...(signal && { signal }),
        });
        if (found) throw errorOf(found);
        await scoreWith(sets, take);
      },
    });
    return { ...result, warnings };
  } finally {
    await evaluator.close();
  }
}

async function openScoring(
  evaluator: Evaluator,
  {
    evaluator: spec,
    cache: folder,
    concurrency,
    retries,
    throttleMs,
    signal,
    now,
    onProgress,
  }: AskingOptions,
  onWarning: (warning: Problem) => void,
) {
  const cache = folder === undefined ? null : await openEvaluationCache({ folder, onWarning });
  return scoreWithEvaluator({
    evaluator,
    // A judge answers in the unit range, whatever is said (design/evaluators).
    range: spec.kind === 'judge' ? 'unit' : spec.range,
    taskModel: spec.taskModel,
    signal,
    ...(concurrency !== undefined && { concurrency }),
    ...(retries !== undefined && { retries }),
    ...(throttleMs !== undefined && { throttleMs }),
    ...(now && { now }),
    ...(cache && { cache }),
    ...(onProgress && { onProgress: ({ done, total }) => onProgress(done, total, 'prompts') }),
  });
}
