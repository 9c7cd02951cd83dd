import type { EvaluateResult } from '../../../evaluators/options.js';
import { emitPrompts } from '../../emit/run.js';
import { evaluateTargets } from '../evaluate-targets.js';
import type { CloseLoopOptions } from './options.js';

/**
 * What the first turn of a loop would take: stage 1 runs as it would, with its tests and prompts, for what is due
 * follows from them; then calls and tokens are counted, and nobody is asked. Later turns depend on the grades.
 *
 * @returns as `evaluateTargets` in a dry run, with what stage 1 said before
 */
export async function estimateLoop(options: CloseLoopOptions): Promise<EvaluateResult> {
  const { asking, allowMissing: _, ...emit } = options;
  const emitted = await emitPrompts(emit);
  const targets = emitted.results.flatMap(({ target, taskId }) => (taskId === null ? [] : [target]));
  const estimated = await evaluateTargets({
    ...asking,
    island: options.island,
    targets,
    // Without a run there is nothing to count, and no target to be named.
    all: false,
    dryRun: true,
  });
  const errors = [...emitted.errors, ...(targets.length > 0 ? estimated.errors : [])];
  return { ...estimated, status: errors.length === 0, errors };
}
