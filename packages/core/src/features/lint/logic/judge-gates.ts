import { oneLine } from '../../../documents/quoted-text.js';
import { problem } from '../../../problems/error-codes.js';
import { type Problem, SEVERITIES, type Severity } from '../../../problems/problem.js';
import type { LintGrade, LintIssue, LintReport } from '../../../rules/mcp/lint.js';

/** What a report is held against. */
export interface LintGates {
  /** Issues of this severity or a worse one fail; `never`: none does. */
  readonly failOn: Severity | 'never';
  /** The worst grade that passes. */
  readonly minGrade?: LintGrade | undefined;
  /** Tokens that the tools may take together. */
  readonly tokenBudget?: number | undefined;
}

const GRADES: readonly LintGrade[] = ['A', 'B', 'C', 'D', 'F'];
/** Codes of {@link judgeGates}. */
const GATES = new Set(['LNT-020', 'LNT-021', 'LNT-022']);
/** Tools named as those that take most. */
const LONGEST = 3;

/**
 * What of a report fails a run.
 *
 * @returns LNT-020, LNT-021, LNT-022, at most one of each; of a report with a baseline only new issues count for the first
 */
export function judgeGates(report: LintReport, { failOn, minGrade, tokenBudget }: LintGates): Problem[] {
  const { grade, score, tokenEstimate } = report;
  const found: Problem[] = [];
  if (failOn !== 'never') {
    const failing = failingIssues(report, failOn);
    const kind = report.diff ? 'new ' : '';
    if (failing.length > 0) {
      found.push(problem('LNT-020', undefined, { found: countIssues(failing, kind), failOn }));
    }
  }
  if (minGrade && GRADES.indexOf(grade) > GRADES.indexOf(minGrade)) {
    found.push(problem('LNT-021', undefined, { grade, score, minGrade }));
  }
  if (tokenBudget !== undefined && tokenEstimate.total > tokenBudget) {
    const longest = [...tokenEstimate.perTool]
      .sort((a, b) => b.tokens - a.tokens)
      .slice(0, LONGEST)
      // The server chose the name; a terminal would act on some characters.
      .map(({ name, tokens }) => `${oneLine(name)} (${tokens})`)
      .join(', ');
    const args = { tokens: tokenEstimate.total, budget: tokenBudget, longest };
    found.push(problem('LNT-022', undefined, args));
  }
  return found;
}

/** Whether a problem is a gate that says no: all others are of targets that could not be judged, or of files. */
export function isLintGate({ code }: Problem): boolean {
  return GATES.has(code);
}

function failingIssues({ issues, diff }: LintReport, failOn: Severity): readonly LintIssue[] {
  const worst = SEVERITIES.indexOf(failOn);
  return (diff?.added ?? issues).filter(({ severity }) => SEVERITIES.indexOf(severity) <= worst);
}

/** `1 new error, 2 new warnings`. */
function countIssues(issues: readonly LintIssue[], kind: string): string {
  return SEVERITIES.flatMap((severity) => {
    const count = issues.filter((issue) => issue.severity === severity).length;
    return count === 0 ? [] : [`${count} ${kind}${severity}${count === 1 ? '' : 's'}`];
  }).join(', ');
}
