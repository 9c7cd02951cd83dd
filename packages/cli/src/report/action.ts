import { homedir } from 'node:os';
import { reportGrades } from '@flowmcp/grading-core/features/report/run';
import { barOf } from '../options/gate-options.js';
import { openWorkplace, targetsOf } from '../run/workplace.js';
import { printPart, printTalk } from '../terminal/output.js';
import { formatProblems } from '../terminal/problems.js';
import { withProgress } from '../terminal/progress.js';
import { runAction } from '../terminal/run-action.js';
import type { ReportFlags } from './flags.js';

/** `flowmcp grading report`. */
export function reportTargets(targets: readonly string[], flags: ReportFlags) {
  const { format = flags.json ? 'json' : 'md', out, sources, open } = flags;
  const isPrinted = format === 'json' && out === undefined;
  let isBegun = false;
  return runAction({
    json: flags.json ?? isPrinted,
    isPrinted: () => isPrinted && isBegun,
    run: async () => {
      const { island } = openWorkplace(flags);
      const folders = { root: process.cwd(), home: homedir() };
      const named = targetsOf(targets, flags, 'grading report');
      const write = (part: string) => {
        isBegun = true;
        return printPart(part);
      };
      const result = await withProgress((onProgress) =>
        reportGrades({
          ...{ island, ...named, ...barOf(flags) },
          ...{ format, out, sources, open, folders, write, onProgress },
        }),
      );
      // The document lists what could not be read, but not the warnings.
      if (isPrinted && result.warnings.length > 0) printTalk(formatProblems(result.warnings));
      return result;
    },
    show: ({ warnings, out: written }) => {
      if (warnings.length > 0) printTalk(formatProblems(warnings));
      if (written !== null) printTalk(`report: ${written}`);
    },
  });
}
