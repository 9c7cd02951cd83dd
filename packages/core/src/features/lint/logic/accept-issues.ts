import type { LintBaselineEntry, LintReport } from '../../../rules/mcp/lint.js';
import { byCodeUnit } from '../../../values/code-unit-order.js';
import { groupEntries, hasExpired, keyOfIssue } from './baseline-entry.js';

/**
 * The entries that accept all there is now. What was accepted before keeps its reason, and its day as long as that has
 * not passed; what is not found any more is dropped. Of targets that no report is complete about everything is kept.
 *
 * @param before entries of the baseline there was
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

/** To accept again what had expired is to accept it without an end. */
function renew({ expires, ...entry }: LintBaselineEntry, today: string): LintBaselineEntry {
  return expires === undefined || hasExpired({ expires }, today) ? entry : { ...entry, expires };
}

function byName(a: LintBaselineEntry, b: LintBaselineEntry): number {
  return byCodeUnit(a.target, b.target) || byCodeUnit(a.rule, b.rule) || byCodeUnit(a.subject, b.subject);
}

function keyOf(entry: LintBaselineEntry): string {
  return `${keyOfIssue(entry)} ${entry.target}`;
}
