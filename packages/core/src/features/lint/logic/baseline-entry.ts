import type { LintBaselineEntry } from '../../../rules/mcp/lint.js';

/** What an entry and the issues it can accept have in common within one target. */
export function keyOfIssue({ rule, subject }: Pick<LintBaselineEntry, 'rule' | 'subject'>): string {
  return JSON.stringify([rule, subject]);
}

/**
 * Whether an entry accepts nothing any more. Its last day itself is still accepted.
 *
 * @param today day, `2027-01-31`
 */
export function hasExpired({ expires }: Pick<LintBaselineEntry, 'expires'>, today: string): boolean {
  return expires !== undefined && today > expires;
}

/** Entries by what a key says of them, each in the order given. */
export function groupEntries(
  entries: readonly LintBaselineEntry[],
  keyOf: (entry: LintBaselineEntry) => string,
): Map<string, LintBaselineEntry[]> {
  const groups = new Map<string, LintBaselineEntry[]>();
  for (const entry of entries) {
    const group = groups.get(keyOf(entry));
    if (group) group.push(entry);
    else groups.set(keyOf(entry), [entry]);
  }
  return groups;
}
