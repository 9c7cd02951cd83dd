import type { LintBaselineEntry } from '../../../rules/mcp/lint.js';

/** The key that an entry shares, within one target, with the issues it can accept. */
export function keyOfIssue({ rule, subject }: Pick<LintBaselineEntry, 'rule' | 'subject'>): string {
  return JSON.stringify([rule, subject]);
}

/**
 * Checks whether an entry no longer accepts anything. It still accepts on its last day.
 *
 * @param today day, `2027-01-31`
 */
export function hasExpired({ expires }: Pick<LintBaselineEntry, 'expires'>, today: string): boolean {
  return expires !== undefined && today > expires;
}

/** Groups entries by a key, each group in the given order. */
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
