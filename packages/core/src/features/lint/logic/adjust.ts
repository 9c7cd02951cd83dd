import type { Severity } from '../../../problems/problem.js';
import type { IgnoredIssue, LintIssue } from '../../../rules/mcp/lint-report.js';

/** What a configuration changes about the issues of one server. */
export interface Adjustments {
  /** Rules whose issues are left out, and with them their points and caps; never a trap. */
  readonly off: readonly string[];
  /** The severity that counts for gates and display; class and points stay. */
  readonly severities: ReadonlyMap<string, Severity>;
  /** Why an issue is ignored; undefined if it counts. */
  readonly findIgnore: (issue: LintIssue) => Pick<IgnoredIssue, 'reason' | 'expires'> | undefined;
}

export const NO_ADJUSTMENTS: Adjustments = { off: [], severities: new Map(), findIgnore: () => undefined };

/** Splits issues into those that count, with their severities, and those that are ignored. */
export function adjustIssues<Issue extends LintIssue>(
  issues: readonly Issue[],
  { off, severities, findIgnore }: Adjustments,
): { readonly kept: Issue[]; readonly ignored: (Issue & IgnoredIssue)[] } {
  const kept: Issue[] = [];
  const ignored: (Issue & IgnoredIssue)[] = [];
  for (const issue of issues) {
    // A rule of another class may find a trap.
    const isTrap = issue.class === 'trap';
    if (!isTrap && off.includes(issue.rule)) continue;
    const why = findIgnore(issue);
    if (why) ignored.push({ ...issue, points: 0, ...why });
    else
      kept.push({ ...issue, severity: (isTrap ? undefined : severities.get(issue.rule)) ?? issue.severity });
  }
  return { kept, ignored };
}
