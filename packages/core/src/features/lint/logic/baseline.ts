import type { LintBaselineEntry, LintDiff, LintIssue, LintReport } from '../../../rules/mcp/lint-report.js';
import { byCodeUnit } from '../../../values/code-unit-order.js';

/**
 * Compares issues with a baseline. An entry accepts one issue of its rule and subject, so a second issue with the same
 * rule and subject is new; an expired entry accepts nothing.
 *
 * @param baseline entries for this target
 * @param today the current day, such as `2027-01-31`
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

/** Takes one issue of the given kind; returns false if none is left. */
function take(counts: Map<string, number>, key: string): boolean {
  const count = counts.get(key) ?? 0;
  if (count > 0) counts.set(key, count - 1);
  return count > 0;
}

/**
 * Builds the entries that accept all current issues. An issue that was already accepted keeps its reason, and also its
 * last day unless that day has passed; the entry of an issue that is no longer found is dropped. A target without a
 * complete report keeps all of its entries.
 *
 * @param before entries of the previous baseline
 * @param today the current day, such as `2027-01-31`
 * @returns entries in code-unit order of target, rule and subject
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

/** Renews the entry of an issue that is accepted again; if the entry has expired, the new one gets no last day. */
function renew({ expires, ...entry }: LintBaselineEntry, today: string): LintBaselineEntry {
  return expires === undefined || hasExpired({ expires }, today) ? entry : { ...entry, expires };
}

function byName(a: LintBaselineEntry, b: LintBaselineEntry): number {
  return byCodeUnit(a.target, b.target) || byCodeUnit(a.rule, b.rule) || byCodeUnit(a.subject, b.subject);
}

function keyOf(entry: LintBaselineEntry): string {
  return `${keyOfIssue(entry)} ${entry.target}`;
}

/** The key that an entry shares, within one target, with the issues it can accept. */
function keyOfIssue({ rule, subject }: Pick<LintBaselineEntry, 'rule' | 'subject'>): string {
  return JSON.stringify([rule, subject]);
}

/**
 * Checks whether an entry has expired and no longer accepts anything. On its last day, it is still valid.
 *
 * @param today the current day, such as `2027-01-31`
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
