import { checkEvaluator } from '@flowmcp/grading-core/commands';
import type { EvaluatorCheckFlags } from '../commands/evaluator.js';
import { printResult } from '../output.js';
import { requireEvaluatorSpec } from './evaluator-spec.js';
import { runAction } from './run-action.js';

/** `flowmcp evaluator check`. */
export function checkTheEvaluator(flags: EvaluatorCheckFlags) {
  return runAction({
    json: flags.json,
    run: async () => {
      const evaluator = await requireEvaluatorSpec(flags, 'evaluator check');
      return checkEvaluator({ evaluator, dataset: flags.dataset ?? null });
    },
    show: ({ results }) => {
      for (const { name, model } of results) {
        printResult(
          `${name}${model === null ? '' : ` (${model})`} can be used: it answered a trial call with a score`,
        );
      }
    },
  });
}
