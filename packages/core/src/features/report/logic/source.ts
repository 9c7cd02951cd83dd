import { mapTexts } from '../../../documents/map-texts.js';
import type { ReportFolders } from '../../../documents/shown-path.js';
import type { ReportTool } from '../../../documents/tool.js';
import { visibleText } from '../../../documents/visible-text.js';
import { describeProblem } from '../../../problems/error-codes.js';
import type { Problem } from '../../../problems/problem.js';
import type { ReportTarget, ReportVersions } from './grading-report.js';

/** What a grading report is drawn from: targets come one by one, and none has to be kept. */
export interface GradingReportSource {
  readonly tool: ReportTool;
  readonly versions: ReportVersions;
  /** ISO 8601. */
  readonly generatedAt: string;
  /** No text in them names a folder of this machine. */
  readonly targets: AsyncIterable<ReportTarget>;
  /** Why targets could not be reported; complete when all of `targets` have come. */
  readonly failures: readonly Problem[];
  readonly folders: ReportFolders;
}

/** A target whose texts are one visible line each, for every format but JSON. */
export function showTarget(target: ReportTarget): ReportTarget {
  return mapTexts(target, visibleText);
}

/** A problem in words, each a visible line. */
export function sayProblem(problem: Problem): { readonly message: string; readonly hint: string } {
  return mapTexts(describeProblem(problem), visibleText);
}
