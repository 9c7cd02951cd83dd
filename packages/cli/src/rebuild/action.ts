import { rebuildTargets } from '@flowmcp/grading-core/features/rebuild/run';
import type { TargetFlags } from '../options/island-option.js';
import { openWorkplace, targetsOf } from '../run/workplace.js';
import { printResult, printTalk } from '../terminal/output.js';
import { formatProblems } from '../terminal/problems.js';
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
        printResult(`${target}: ${rollupStatus}${grade} (${changed ? 'written' : 'untouched'})`);
      }
      const warnings = results.flatMap((found) => found.warnings);
      if (warnings.length > 0) printTalk(formatProblems(warnings));
    },
  });
}
