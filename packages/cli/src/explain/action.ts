import { explainGrades, type TargetExplanation } from '@flowmcp/grading-core/features/explain/run';
import { renderExplanations } from '@flowmcp/grading-core/features/report/logic/explanation-markdown';
import { openWorkplace, targetsOf } from '../run/workplace.js';
import { printResult, printResultPart, printTalk } from '../terminal/output.js';
import { formatProblems } from '../terminal/problems.js';
import { runAction } from '../terminal/run-action.js';
import { visible } from '../terminal/visible.js';
import type { ExplainFlags } from './flags.js';
import { renderExplanation } from './render.js';

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
      const warnings = results.flatMap((found) => found.warnings);
      if (warnings.length > 0) printTalk(formatProblems(warnings));
    },
  });
}
