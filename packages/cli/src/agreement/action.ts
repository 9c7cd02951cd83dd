import { compareOpinions } from '@flowmcp/grading-core/features/agreement/run';
import type { TargetFlags } from '../options/island-options.js';
import { openWorkplace, targetsOf } from '../options/workplace.js';
import { printResult } from '../terminal/output.js';
import { runAction } from '../terminal/run-action.js';
import { renderAgreement } from './render.js';

/** `flowmcp grading agreement`. */
export function showAgreement(targets: readonly string[], flags: TargetFlags) {
  return runAction({
    json: flags.json,
    run: () =>
      compareOpinions({
        island: openWorkplace(flags).island,
        ...targetsOf(targets, flags, 'grading agreement'),
      }),
    show: ({ results, errors }) => {
      if (results.length > 0) printResult(results.map(renderAgreement).join('\n\n'));
      else if (errors.length === 0) printResult('There are no second opinions yet.');
    },
  });
}
