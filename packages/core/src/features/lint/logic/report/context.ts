import type { ReportTool } from '../../../../documents/tool.js';
import type { Problem, Severity } from '../../../../problems/problem.js';
import type { LintRuleSet } from '../../../../rules/mcp/lint.js';

/** A problem of one target. */
export interface TargetProblem {
  /** As in the report of the same target. */
  readonly target: string;
  readonly problem: Problem;
}

/** What a report of a lint says besides the reports themselves. */
export interface LintRenderContext {
  readonly tool: ReportTool;
  /** Texts of the rules, in the order in which a reader meets them. */
  readonly ruleSet: LintRuleSet;
  /** Issues of this severity or a worse one fail a run, those that a baseline accepts aside; `never`: none does. */
  readonly failOn: Severity | 'never';
  /** Gates that said no, in the order of the targets. */
  readonly gates: readonly TargetProblem[];
  /** Why a target, or a list of it, could not be judged; such a target has no report, or an incomplete one. */
  readonly failures: readonly TargetProblem[];
  /** Absolute folders: what is below `root` is shown relative to it, what is below `home` from `~` on. */
  readonly folders: { readonly root: string; readonly home: string };
}
