import type { ReportTool } from '../../../documents/sarif.js';
import type { ReportFolders } from '../../../documents/shown-path.js';
import { mapTexts, visibleText } from '../../../documents/visible-text.js';
import { parseSnapshotName } from '../../../island/logic/names.js';
import { describeProblem } from '../../../problems/error-codes.js';
import type { Problem } from '../../../problems/problem.js';
import type { RuleBook } from '../../../spec/books/book.js';
import type { BookVersions } from '../../../spec/books/registered.js';
import type { ReportPlace, ReportTarget } from './grading-report.js';

/** Input for a grading report: targets arrive one by one, and none has to be kept. */
export interface GradingReportSource {
  readonly tool: ReportTool;
  readonly versions: BookVersions;
  /** That of the island. */
  readonly book: RuleBook;
  /** ISO 8601. */
  readonly generatedAt: string;
  /** No text in them contains a folder of this machine. */
  readonly targets: AsyncIterable<ReportTarget>;
  /** Why targets could not be reported; complete once all `targets` have arrived. */
  readonly failures: readonly Problem[];
  readonly folders: ReportFolders;
}

/** Turns every string in a target into one visible line, for every format except JSON. */
export function showTarget(target: ReportTarget): ReportTarget {
  return mapTexts(target, visibleText);
}

/** Message and hint of a problem, each as one visible line. */
export function sayProblem(problem: Problem): { readonly message: string; readonly hint: string } {
  return mapTexts(describeProblem(problem), visibleText);
}

/** `tides.mjs:12:5`; of a snapshot in the island, the file it is a copy of, which says more than the path. */
export function sayPlace({ base, file, line, column }: ReportPlace): string {
  const snapshot = base === 'island' ? parseSnapshotName(file.slice(file.lastIndexOf('/') + 1)) : null;
  const name = snapshot ? `${snapshot.name}.${snapshot.extension}` : file;
  return [name, line, column].filter((part) => part !== undefined).join(':');
}

/** A problem with its message and its code, as every command prints it. */
export function problemAsJson(found: Problem) {
  const { code, severity, where } = found;
  const { message, hint } = describeProblem(found);
  return { code, severity, message, ...(where && { where }), ...(hint && { hint }) };
}
