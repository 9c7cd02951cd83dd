import type { LintBaselineEntry, LintDiff, LintIssue } from '../../model/lint.js';

/**
 * Compares issues with a baseline. An entry accepts one issue of its rule and subject, so a second one of the same
 * kind is new; one whose day has passed accepts nothing.
 *
 * @param baseline entries for this target
 * @param today day, `2027-01-31`
 */
export function compareWithBaseline(
  issues: readonly LintIssue[],
  baseline: readonly LintBaselineEntry[],
  today: string,
): LintDiff {
  const left = countKeys(baseline.filter((entry) => !hasExpired(entry, today)));
  const added = issues.filter((issue) => !take(left, issue));
  const accepted = issues.length - added.length;
  // An expired entry whose issue is still there says why the issue is new; it is not stale.
  const unmatched = countKeys(issues);
  const stale = [...baseline]
    .map((entry, at) => ({ entry, at, isExpired: hasExpired(entry, today) }))
    .sort((a, b) => Number(a.isExpired) - Number(b.isExpired) || a.at - b.at)
    .filter(({ entry }) => !take(unmatched, entry))
    .sort((a, b) => a.at - b.at)
    .map(({ entry }) => entry);
  return { added, accepted, stale };
}

/** The last day itself is still accepted. */
function hasExpired({ expires }: LintBaselineEntry, today: string): boolean {
  return expires !== undefined && today > expires;
}

type Key = Pick<LintBaselineEntry, 'rule' | 'subject'>;

function keyOf({ rule, subject }: Key): string {
  return JSON.stringify([rule, subject]);
}

function countKeys(items: readonly Key[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return counts;
}

/** Uses up one of the kind; false where none is left. */
function take(counts: Map<string, number>, item: Key): boolean {
  const count = counts.get(keyOf(item)) ?? 0;
  if (count > 0) counts.set(keyOf(item), count - 1);
  return count > 0;
}
