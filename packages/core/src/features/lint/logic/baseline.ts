import type { LintBaselineEntry, LintDiff, LintIssue, LintReport } from '../../../rules/mcp/lint-report.js';
import { byCodeUnit } from '../../../values/code-unit-order.js';
import { countBy, groupBy } from '../../../values/group-by.js';
import { keyOfAccepted } from './adjust.js';

/**
 * Compares issues with a baseline. An entry accepts one issue of its rule, subject and text, so a second issue with the
 * same ones is new; an expired entry accepts nothing.
 *
 * @param baseline entries for this target
 * @param today the current day, such as `2027-01-31`
 */
export function compareWithBaseline(
  issues: readonly LintIssue[],
  baseline: readonly LintBaselineEntry[],
  today: string,
): LintDiff {
  const found = issues.map((issue) => ({ issue, key: keyOfAccepted(issue) }));
  const entries = baseline.map((entry) => ({ entry, key: keyOfAccepted(entry) }));
  const valid = entries.filter(({ entry }) => !hasExpired(entry, today));
  const expired = entries.filter(({ entry }) => hasExpired(entry, today));

  const accepting = countBy(valid, ({ key }) => key);
  const added = found.filter(({ key }) => !take(accepting, key)).map(({ issue }) => issue);

  // An expired entry with a matching issue is not stale: it explains why the issue is new. Valid entries match first.
  const unmatched = countBy(found, ({ key }) => key);
  const left = new Set([...valid, ...expired].filter(({ key }) => !take(unmatched, key)));
  const unused = entries
    .filter((one) => left.has(one))
    .map(({ entry }) => ({ entry, found: findOtherText(entry, added) }));
  const changed = unused.flatMap(({ entry, found }) =>
    found === undefined || hasExpired(entry, today) ? [] : [{ ...entry, found }],
  );
  return {
    added,
    accepted: issues.length - added.length,
    stale: unused.filter((one) => one.found === undefined).map(({ entry }) => entry),
    ...(changed.length > 0 && { changed }),
  };
}

/** The text of an issue that an entry would accept if it named that text. */
function findOtherText({ rule, subject }: LintBaselineEntry, issues: readonly LintIssue[]) {
  return issues.find((issue) => issue.rule === rule && issue.subject === subject)?.text;
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
  const left = groupBy(before, keyOf);
  const entries = reports.flatMap(({ target, issues }) =>
    issues.map(({ rule, subject, text }) => {
      const entry = { target, rule, subject, ...(text !== undefined && { text }) };
      // Earlier baselines name no text. The reason for another text says nothing about this one.
      const known = left.get(keyOf(entry))?.shift() ?? left.get(keyOf({ target, rule, subject }))?.shift();
      return { ...entry, ...(known && renew(known, today)) };
    }),
  );
  const judged = new Set(reports.filter(({ incomplete }) => !incomplete).map(({ target }) => target));
  const kept = [...left.values()].flat().filter(({ target }) => !judged.has(target));
  return [...entries, ...kept].sort(byName);
}

/** What an issue that is accepted again keeps of its entry: the reason, and the last day unless it has passed. */
function renew({ reason, expires }: LintBaselineEntry, today: string): Partial<LintBaselineEntry> {
  const isValid = expires !== undefined && !hasExpired({ expires }, today);
  return { ...(reason !== undefined && { reason }), ...(isValid && { expires }) };
}

function byName(a: LintBaselineEntry, b: LintBaselineEntry): number {
  return byCodeUnit(a.target, b.target) || byCodeUnit(a.rule, b.rule) || byCodeUnit(a.subject, b.subject);
}

function keyOf(entry: LintBaselineEntry): string {
  return `${keyOfAccepted(entry)} ${entry.target}`;
}

/**
 * Checks whether an entry has expired and no longer accepts anything. On its last day, it is still valid.
 *
 * @param today the current day, such as `2027-01-31`
 */
export function hasExpired({ expires }: Pick<LintBaselineEntry, 'expires'>, today: string): boolean {
  return expires !== undefined && today > expires;
}
