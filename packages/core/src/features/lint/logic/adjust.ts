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
  /** Whether an issue would be ignored if it stood in the text that was looked at. */
  readonly isOtherText: (issue: LintIssue) => boolean;
}

export const NO_ADJUSTMENTS: Adjustments = {
  off: [],
  severities: new Map(),
  findIgnore: () => undefined,
  isOtherText: () => false,
};

/** Splits issues into those that count, with their severities, and those that are ignored. */
export function adjustIssues<Issue extends LintIssue>(
  issues: readonly Issue[],
  { off, severities, findIgnore, isOtherText }: Adjustments,
): { readonly kept: Issue[]; readonly ignored: (Issue & IgnoredIssue)[] } {
  const kept: Issue[] = [];
  const ignored: (Issue & IgnoredIssue)[] = [];
  for (const issue of issues) {
    // A rule of another class may find a trap.
    const isTrap = issue.class === 'trap';
    if (!isTrap && off.includes(issue.rule)) continue;
    const why = findIgnore(issue);
    if (why) ignored.push({ ...issue, points: 0, ...why });
    else {
      const severity = (isTrap ? undefined : severities.get(issue.rule)) ?? issue.severity;
      kept.push({ ...(isOtherText(issue) ? sayOtherText(issue) : issue), severity });
    }
  }
  return { kept, ignored };
}

/** What a configuration or a baseline accepts. */
export interface AcceptedIssue extends Pick<LintIssue, 'rule' | 'subject'> {
  /** The text in which the issue was accepted; without one, no trap and no suspect is. */
  readonly text?: string;
}

/** The key that an entry shares, within one target, with the issues that it accepts. */
export function keyOfAccepted({ rule, subject, text }: AcceptedIssue): string {
  return JSON.stringify(text === undefined ? [rule, subject] : [rule, subject, text]);
}

/** Whether entries accept the rule for the subject of an issue, but not in its text. */
export function isInOtherText(issue: LintIssue, entries: readonly AcceptedIssue[]): boolean {
  const { rule, subject, text } = issue;
  if (text === undefined) return false;
  const alike = entries.filter((entry) => entry.rule === rule && entry.subject === subject);
  return alike.some((entry) => entry.text !== undefined) && alike.every((entry) => entry.text !== text);
}

export function sayOtherText<Issue extends LintIssue>(issue: Issue): Issue {
  return { ...issue, message: `${issue.message} (was accepted with another text)` };
}
