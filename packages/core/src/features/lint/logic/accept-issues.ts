import type { LintBaselineEntry, LintReport } from '../../../rules/mcp/lint.js';
import { byCodeUnit } from '../../../values/code-unit-order.js';
import { groupEntries, hasExpired, keyOfIssue } from './baseline-entry.js';

/**
 * Builds the entries that accept all current issues. An issue accepted before keeps its reason, and its day unless that
 * has passed; an issue that is no longer found is dropped. A target without a complete report keeps all of its entries.
 *
 * @param before entries of the previous baseline
 * @param today day, `2027-01-31`
 * @returns in code-unit order of target, rule and subject
 */
export function acceptIssues(
  before: readonly LintBaselineEntry[],
  reports: readonly LintReport[],
  today: string,
): LintBaselineEntry[] {
  const left = groupEntries(before, keyOf);
  const entries = reports.flatMap(({ target, issues }) =>
    issues.map(({ rule, subject }) => {
      const known = left.get(keyOf({ target, rule, subject }))?.shift();
      return known ? renew(known, today) : { target, rule, subject };
    }),
  );
  const judged = new Set(reports.filter(({ incomplete }) => !incomplete).map(({ target }) => target));
  const kept = [...left.values()].flat().filter(({ target }) => !judged.has(target));
  return [...entries, ...kept].sort(byName);
}

/** Accepting an expired issue again accepts it without a last day. */
function renew({ expires, ...entry }: LintBaselineEntry, today: string): LintBaselineEntry {
  return expires === undefined || hasExpired({ expires }, today) ? entry : { ...entry, expires };
}

function byName(a: LintBaselineEntry, b: LintBaselineEntry): number {
  return byCodeUnit(a.target, b.target) || byCodeUnit(a.rule, b.rule) || byCodeUnit(a.subject, b.subject);
}

function keyOf(entry: LintBaselineEntry): string {
  return `${keyOfIssue(entry)} ${entry.target}`;
}
