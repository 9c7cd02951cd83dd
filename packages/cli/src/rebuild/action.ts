import { rebuildTargets } from '@flowmcp/grading-core/features/rebuild/run';
import type { TargetFlags } from '../options/island-options.js';
import { openWorkplace, targetsOf } from '../options/workplace.js';
import { printProblems, printResult } from '../terminal/output.js';
import { withProgress } from '../terminal/progress.js';
import { runAction } from '../terminal/run-action.js';

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
        printResult(`${target}: ${rollupStatus}${grade} (${changed ? 'written' : 'unchanged'})`);
      }
      printProblems(results.flatMap((found) => found.warnings));
    },
  });
}
