import { explainGrades, renderExplanations } from '@flowmcp/grading-core/commands';
import type { ExplainFlags } from '../commands/grading-explain.js';
import { printResult, printTalk } from '../output.js';
import { renderExplanation } from '../render/explain.js';
import { formatProblems } from '../render/problems.js';
import { runAction } from './run-action.js';
import { openWorkplace, targetsOf } from './workplace.js';

/** `flowmcp grading explain`. */
export function explainTargets(targets: readonly string[], flags: ExplainFlags) {
  const { node, format = 'text' } = flags;
  return runAction({
    json: flags.json ?? format === 'json',
    run: () =>
      explainGrades({
        island: openWorkplace(flags).island,
        ...targetsOf(targets, flags, 'grading explain'),
        node,
      }),
    show: async ({ results }) => {
      const whole = node === undefined;
      if (results.length > 0 && format === 'md') printResult(await renderExplanations(results, { whole }));
      else if (results.length > 0)
        printResult(results.map((found) => renderExplanation(found, { whole })).join('\n\n'));
      const warnings = results.flatMap((found) => found.warnings);
      if (warnings.length > 0) printTalk(formatProblems(warnings));
    },
  });
}
