import type { ReportTool } from '../../../../documents/sarif.js';
import type { Problem, Severity } from '../../../../problems/problem.js';
import type { LintRuleSet } from '../../../../rules/mcp/lint.js';

/** A problem of one target. */
export interface TargetProblem {
  /** The same name as in the report of the target. */
  readonly target: string;
  readonly problem: Problem;
}

/** Content of a lint report besides the reports of the targets. */
export interface LintRenderContext {
  readonly tool: ReportTool;
  /** Texts of the rules, in reading order. */
  readonly ruleSet: LintRuleSet;
  /** Issues of this severity or a worse one fail a run unless a baseline accepts them; `never`: none does. */
  readonly failOn: Severity | 'never';
  /** Failed gates, in the order of the targets. */
  readonly gates: readonly TargetProblem[];
  /** Why a target, or one of its lists, could not be judged; such a target has no report, or an incomplete one. */
  readonly failures: readonly TargetProblem[];
  /** Absolute folders: paths below `root` are shown relative to it, paths below `home` from `~`. */
  readonly folders: { readonly root: string; readonly home: string };
}
