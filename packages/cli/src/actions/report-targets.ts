import { homedir } from 'node:os';
import { reportGrades } from '@flowmcp/grading-core/commands';
import type { ReportFlags } from '../commands/grading-report.js';
import { barOf } from '../gate-options.js';
import { printPart, printTalk } from '../output.js';
import { withProgress } from '../progress.js';
import { formatProblems } from '../render/problems.js';
import { runAction } from './run-action.js';
import { openWorkplace, targetsOf } from './workplace.js';

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
      // The document tells what it could not read, but not what it made do with.
      if (isPrinted && result.warnings.length > 0) printTalk(formatProblems(result.warnings));
      return result;
    },
    show: ({ warnings, out: written }) => {
      if (warnings.length > 0) printTalk(formatProblems(warnings));
      if (written !== null) printTalk(`report: ${written}`);
    },
  });
}
