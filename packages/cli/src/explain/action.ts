import { explainGrades, type TargetExplanation } from '@flowmcp/grading-core/features/explain/run';
import { renderExplanations } from '@flowmcp/grading-core/features/report/logic/explanation-markdown';
import type { TargetFlags } from '../options/island-options.js';
import { openWorkplace, targetsOf } from '../options/workplace.js';
import { printProblems, printResult, printResultPart, visible } from '../terminal/output.js';
import { runAction } from '../terminal/run-action.js';
import { renderExplanation } from './render.js';

export interface ExplainFlags extends TargetFlags {
  readonly node?: string;
  readonly format?: 'text' | 'md' | 'json';
}

/** `flowmcp grading explain`. */
export function explainTargets(targets: readonly string[], flags: ExplainFlags) {
  const { node, format = 'text' } = flags;
  const json = flags.json ?? format === 'json';
  const whole = node === undefined;
  let shown = 0;
  return runAction({
    json,
    run: () =>
      explainGrades({
        island: openWorkplace(flags).island,
        ...targetsOf(targets, flags, 'grading explain'),
        node,
        // For a whole island, only one explanation is in memory at a time.
        ...(!json &&
          format === 'text' && {
            onTarget: (found: TargetExplanation) => {
              shown += 1;
              return printResultPart(
                `${shown > 1 ? '\n' : ''}${renderExplanation(visible(found), { whole })}`,
              );
            },
          }),
      }),
    show: async ({ results }) => {
      if (results.length > 0 && format === 'md') printResult(await renderExplanations(results, { whole }));
      printProblems(results.flatMap((found) => found.warnings));
    },
  });
}
