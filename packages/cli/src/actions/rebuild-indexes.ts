import { rebuildTargets } from '@flowmcp/grading-core/commands';
import type { TargetFlags } from '../island-option.js';
import { printResult, printTalk } from '../output.js';
import { withProgress } from '../progress.js';
import { formatProblems } from '../render/problems.js';
import { runAction } from './run-action.js';
import { openWorkplace, targetsOf } from './workplace.js';

/** `flowmcp grading rebuild`. */
export function rebuildIndexes(targets: readonly string[], flags: TargetFlags) {
  return runAction({
    json: flags.json,
    run: () => {
      const named = targetsOf(targets, flags, 'grading rebuild');
      const { island } = openWorkplace(flags);
      return withProgress((onProgress) => rebuildTargets({ island, ...named, onProgress }));
    },
    show: ({ results }) => {
      for (const { target, changed, rollupStatus, rollupGrade } of results) {
        const grade = rollupGrade ? ` ${rollupGrade}` : '';
        printResult(`${target}: ${rollupStatus}${grade} (${changed ? 'written' : 'untouched'})`);
      }
      const warnings = results.flatMap((found) => found.warnings);
      if (warnings.length > 0) printTalk(formatProblems(warnings));
    },
  });
}
