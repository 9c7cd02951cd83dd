import { readHistory } from '@flowmcp/grading-core/commands';
import type { TargetFlags } from '../island-option.js';
import { printResult, printTalk } from '../output.js';
import { renderHistory } from '../render/history.js';
import { formatProblems } from '../render/problems.js';
import { runAction } from './run-action.js';
import { openWorkplace, targetsOf } from './workplace.js';

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
