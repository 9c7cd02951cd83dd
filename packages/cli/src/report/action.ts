import { homedir } from 'node:os';
import { type ReportOptions, reportGrades } from '@flowmcp/grading-core/features/report/run';
import { type BarFlags, barOf } from '../options/gate-options.js';
import type { TargetFlags } from '../options/island-options.js';
import { openWorkplace, targetsOf } from '../options/workplace.js';
import { printDocument, printProblems, printTalk } from '../terminal/output.js';
import { withProgress } from '../terminal/progress.js';
import { runAction } from '../terminal/run-action.js';

export interface ReportFlags extends TargetFlags, BarFlags {
  readonly format?: ReportOptions['format'] | 'board';
  readonly proofs?: string;
  readonly out?: string;
  readonly sources?: string;
  readonly open?: boolean;
}

/** `flowmcp grading report`. */
export function reportTargets(
  targets: readonly string[],
  flags: Omit<ReportFlags, 'format'> & { readonly format: ReportOptions['format'] | undefined },
) {
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
        return printDocument(part, format);
      };
      const result = await withProgress((onProgress) =>
        reportGrades({
          ...{ island, ...named, ...barOf(flags) },
          ...{ format, out, sources, open, folders, write, onProgress },
        }),
      );
      // The document lists what could not be read, but not the warnings.
      if (isPrinted) printProblems(result.warnings);
      return result;
    },
    show: ({ warnings, out: written }) => {
      printProblems(warnings);
      if (written !== null) printTalk(`report: ${written}`);
    },
  });
}

/** `flowmcp grading report --format board`. */
export function reportProofs(proofs: string, { out, json }: ReportFlags) {
  let isPrinted = false;
  return runAction({
    json: json ?? out === undefined,
    isPrinted: () => isPrinted,
    run: async () => {
      // Loaded only here, because no other report reads proofs.
      const { reportBoard } = await import('@flowmcp/grading-core/features/report/board');
      const write = (text: string) => {
        isPrinted = true;
        return printDocument(text, 'board');
      };
      return reportBoard({ proofs, out, write });
    },
    show: ({ out: written }) => {
      if (written !== null) printTalk(`report: ${written}`);
    },
  });
}
