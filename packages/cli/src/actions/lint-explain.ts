import { explainLintRules } from '@flowmcp/grading-core/commands';
import { printResult } from '../output.js';
import { renderRule, renderRules } from '../render/lint-rule.js';
import { runAction } from './run-action.js';

/**
 * `flowmcp lint --explain`.
 *
 * @param rule null: all of them, one line each
 */
export function explainRule(rule: string | null, json: boolean | undefined): Promise<number> {
  return runAction({
    json,
    run: async () => ({ status: true, results: await explainLintRules(rule), errors: [] }),
    show: ({ results }) => {
      const [only] = results;
      printResult(rule !== null && only ? renderRule(only) : renderRules(results));
    },
  });
}
