import { oneLine } from '../../../documents/quoted-text.js';
import { problem } from '../../../problems/error-codes.js';
import { type Problem, SEVERITIES, type Severity } from '../../../problems/problem.js';
import type { LintGrade } from '../../../rules/mcp/lint.js';
import type { LintIssue, LintReport } from '../../../rules/mcp/lint-report.js';
import { findRuleSet } from '../../../rules/mcp/rule-sets.js';
import { explainLift, sayLift } from './explain-lift.js';

/** Requirements that a report must meet. */
export interface LintGates {
  /** Issues of this severity or a worse one fail the run; `never`: none does. */
  readonly failOn: Severity | 'never';
  /** The lowest grade that passes. */
  readonly minGrade?: LintGrade | undefined;
  /** Maximum number of tokens that all tools together may need. */
  readonly tokenBudget?: number | undefined;
}

const GRADES: readonly LintGrade[] = ['A', 'B', 'C', 'D', 'F'];
/** Codes that {@link judgeGates} reports, and that of a difference. */
const GATES = new Set(['LNT-020', 'LNT-021', 'LNT-022', 'LNT-023', 'LNT-040', 'LNT-052']);
/** Maximum number of tools that a message names, those with the most tokens first. */
const LONGEST = 3;

/**
 * Lists the gates that a report fails.
 *
 * @returns LNT-040, LNT-020, LNT-021 or LNT-023, LNT-022, each at most once; in a report with a baseline, only new issues count for LNT-020
 */
export function judgeGates(report: LintReport, { failOn, minGrade, tokenBudget }: LintGates): Problem[] {
  const { grade, score, tokenEstimate } = report;
  const found: Problem[] = [];
  if (failOn !== 'never') {
    const { alerts = [] } = report;
    if (alerts.length > 0) {
      found.push(problem('LNT-040', undefined, { count: alerts.length, s: alerts.length === 1 ? '' : 's' }));
    }
    const failing = failingIssues(report, failOn);
    const kind = report.diff ? 'new ' : '';
    if (failing.length > 0) {
      found.push(problem('LNT-020', undefined, { found: countIssues(failing, kind), failOn }));
    }
  }
  if (minGrade && GRADES.indexOf(grade) > GRADES.indexOf(minGrade)) {
    const { kind, scoring } = findRuleSet(report.ruleset);
    const args = { grade, score, minGrade };
    found.push(
      kind === 'points'
        ? problem('LNT-021', undefined, { ...args, ...scoring.points })
        : problem('LNT-023', undefined, { ...args, start: sayStart(report) }),
    );
  }
  if (tokenBudget !== undefined && tokenEstimate.total > tokenBudget) {
    const longest = [...tokenEstimate.perTool]
      .sort((a, b) => b.tokens - a.tokens)
      .slice(0, LONGEST)
      // The server chose the name, and a terminal would act on some of the characters it may contain.
      .map(({ name, tokens }) => `${oneLine(name)} (${tokens})`)
      .join(', ');
    const args = { tokens: tokenEstimate.total, budget: tokenBudget, longest };
    found.push(problem('LNT-022', undefined, args));
  }
  return found;
}

function sayStart(report: LintReport): string {
  const [lift] = explainLift(report);
  return lift ? sayLift(lift) : 'the issues listed first';
}

/**
 * Checks whether a problem is a failed gate; all other problems are about files or about targets that could not be
 * judged.
 */
export function isLintGate({ code }: Problem): boolean {
  return GATES.has(code);
}

function failingIssues({ issues, diff }: LintReport, failOn: Severity): readonly LintIssue[] {
  const worst = SEVERITIES.indexOf(failOn);
  return (diff?.added ?? issues).filter(({ severity }) => SEVERITIES.indexOf(severity) <= worst);
}

/** Counts issues by severity, as in `1 new error, 2 new warnings`. */
function countIssues(issues: readonly LintIssue[], kind: string): string {
  return SEVERITIES.flatMap((severity) => {
    const count = issues.filter((issue) => issue.severity === severity).length;
    return count === 0 ? [] : [`${count} ${kind}${severity}${count === 1 ? '' : 's'}`];
  }).join(', ');
}
