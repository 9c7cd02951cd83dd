import { readHistory } from '@flowmcp/grading-core/features/history/run';
import type { TargetFlags } from '../options/island-option.js';
import { openWorkplace, targetsOf } from '../run/workplace.js';
import { printResult, printTalk } from '../terminal/output.js';
import { formatProblems } from '../terminal/problems.js';
import { runAction } from '../terminal/run-action.js';
import { renderHistory } from './render.js';

/** `flowmcp grading history`. */
export function showHistory(targets: readonly string[], flags: TargetFlags) {
  return runAction({
    json: flags.json,
    run: () =>
      readHistory({ island: openWorkplace(flags).island, ...targetsOf(targets, flags, 'grading history') }),
    show: ({ results }) => {
      if (results.length > 0) printResult(results.map(renderHistory).join('\n\n'));
      const warnings = results.flatMap((found) => found.warnings);
      if (warnings.length > 0) printTalk(formatProblems(warnings));
    },
  });
}
