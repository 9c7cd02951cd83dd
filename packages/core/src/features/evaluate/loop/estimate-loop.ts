import type { EvaluateResult } from '../../../evaluators/options.js';
import { emitPrompts } from '../../emit/run.js';
import { evaluateTargets } from '../evaluate-targets.js';
import type { CloseLoopOptions } from './options.js';

/**
 * Estimates the first turn of a loop: stage 1 runs normally, with its tests and prompts, because they determine what is
 * due; then calls and tokens are counted, and no call is made. Later turns depend on the grades.
 *
 * @returns as `evaluateTargets` in a dry run, preceded by the problems of stage 1
 */
export async function estimateLoop(options: CloseLoopOptions): Promise<EvaluateResult> {
  const { asking, allowMissing: _, ...emit } = options;
  const emitted = await emitPrompts(emit);
  const targets = emitted.results.flatMap(({ target, taskId }) => (taskId === null ? [] : [target]));
  const estimated = await evaluateTargets({
    ...asking,
    island: options.island,
    targets,
    // A target without a run has nothing to count and is left out.
    all: false,
    dryRun: true,
  });
  const errors = [...emitted.errors, ...(targets.length > 0 ? estimated.errors : [])];
  return { ...estimated, status: errors.length === 0, errors };
}
