import type { LintBaselineEntry, LintDiff, LintIssue } from '../../../rules/mcp/lint.js';
import { hasExpired, keyOfIssue } from './baseline-entry.js';

/**
 * Compares issues with a baseline. An entry accepts one issue of its rule and subject, so a second issue of the same
 * kind is new; an expired entry accepts nothing.
 *
 * @param baseline entries for this target
 * @param today day, `2027-01-31`
 */
export function compareWithBaseline(
  issues: readonly LintIssue[],
  baseline: readonly LintBaselineEntry[],
  today: string,
): LintDiff {
  const found = issues.map((issue) => ({ issue, key: keyOfIssue(issue) }));
  const entries = baseline.map((entry) => ({ entry, key: keyOfIssue(entry) }));
  const valid = entries.filter(({ entry }) => !hasExpired(entry, today));
  const expired = entries.filter(({ entry }) => hasExpired(entry, today));

  const accepting = countKeys(valid);
  const added = found.filter(({ key }) => !take(accepting, key)).map(({ issue }) => issue);

  // An expired entry with a matching issue is not stale: it explains why the issue is new. Valid entries match first.
  const unmatched = countKeys(found);
  const stale = new Set([...valid, ...expired].filter(({ key }) => !take(unmatched, key)));
  return {
    added,
    accepted: issues.length - added.length,
    stale: entries.filter((one) => stale.has(one)).map(({ entry }) => entry),
  };
}

interface Keyed {
  readonly key: string;
}

function countKeys(items: readonly Keyed[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { key } of items) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

/** Takes one of a kind; returns false if none is left. */
function take(counts: Map<string, number>, key: string): boolean {
  const count = counts.get(key) ?? 0;
  if (count > 0) counts.set(key, count - 1);
  return count > 0;
}
