import { checkEvaluator } from '@flowmcp/grading-core/features/evaluate/evaluator-check';
import type { EvaluatorFlags } from '../asking/evaluator-options.js';
import { requireEvaluatorSpec } from '../asking/evaluator-spec.js';
import { printResult } from '../terminal/output.js';
import { runAction } from '../terminal/run-action.js';

export interface EvaluatorCheckFlags extends EvaluatorFlags {
  readonly dataset?: string;
  readonly json?: boolean;
}

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
