import { oneLine } from '../../../documents/quoted-text.js';
import { problem } from '../../../problems/error-codes.js';
import type { Problem, Severity, Where } from '../../../problems/problem.js';
import type { LintReport, LintRuleSet } from '../../../rules/mcp/lint-report.js';
import { ruleSets, trapRuleSet } from '../../../rules/mcp/rule-sets.js';
import type { LintClass } from '../../../rules/mcp/share-rule.js';
import { type AcceptedIssue, type Adjustments, isInOtherText, keyOfAccepted } from './adjust.js';
import { hasExpired } from './baseline.js';

/** What a configuration says about issues. */
export interface IssueSettings {
  readonly severities: ReadonlyMap<string, Severity | 'off'>;
  readonly ignore: readonly IgnoreEntry[];
}

/** One kind of issue that was looked at and is ignored. */
export interface IgnoreEntry extends AcceptedIssue {
  /** The target in each spelling that means it; null: all targets. */
  readonly targets: readonly string[] | null;
  readonly reason: string;
  /** Last day (`2027-01-31`). */
  readonly expires: string;
  readonly where: Where;
}

/** A report, and the name by which baselines and configurations know its target. */
export interface NamedReport {
  readonly name: string;
  readonly report: LintReport;
}

const LONGEST_DAYS = 366;
/** For texts that may try to steer the model. */
const LONGEST_GUARDED_DAYS = 183;
const GUARDED: readonly (LintClass | undefined)[] = ['trap', 'suspect'];
const DAY_MS = 24 * 60 * 60 * 1000;

/** The class of a rule; undefined for rules of sets that have no classes. */
export function classOf(id: string): LintClass | undefined {
  return ruleSets.flatMap((set) => (set.kind === 'shares' ? set.rules : [])).find((rule) => rule.id === id)
    ?.class;
}

/** The latest day until which an issue of a rule can be ignored. */
export function latestExpiry(rule: string, today: string): string {
  const days = GUARDED.includes(classOf(rule)) ? LONGEST_GUARDED_DAYS : LONGEST_DAYS;
  return new Date(Date.parse(today) + days * DAY_MS).toISOString().slice(0, 10);
}

/**
 * Builds what a configuration changes about the issues of a run.
 *
 * @returns a function of the target's name
 */
export function buildAdjustments(
  { severities, ignore }: IssueSettings,
  { rules }: LintRuleSet,
  today: string,
): (name: string) => Adjustments {
  // A rule that does not run leaves the grade as it is.
  const off = rules.map(({ id }) => id).filter((id) => severities.get(id) === 'off');
  const changed = new Map<string, Severity>();
  for (const [rule, severity] of severities) if (severity !== 'off') changed.set(rule, severity);
  const valid = ignore.filter((one) => !hasExpired(one, today));
  return (name) => {
    const entries = valid.filter(({ targets }) => targets === null || targets.includes(name));
    // The first entry of a kind counts.
    const byKey = new Map([...entries].reverse().map((entry) => [keyOfAccepted(entry), entry]));
    return {
      off,
      severities: changed,
      findIgnore: (issue) => {
        const found = byKey.get(keyOfAccepted(issue));
        return found && { reason: found.reason, expires: found.expires };
      },
      isOtherText: (issue) => isInOtherText(issue, entries),
    };
  };
}

/**
 * Finds entries that have no effect: those whose last day has passed (LNT-048), those that name no text (LNT-058) or another
 * one (LNT-059) than that of a trap or suspect, and those that match no issue (LNT-049).
 * A target that was not read completely proves nothing about its entries, and neither does a rule that did not run.
 *
 * @param run.isComplete whether every target of the run was read completely
 */
export function reviewIgnored(
  ignore: readonly IgnoreEntry[],
  run: {
    readonly ruleSet: LintRuleSet;
    readonly reports: readonly NamedReport[];
    readonly isComplete: boolean;
    readonly today: string;
  },
): Problem[] {
  const { ruleSet, reports, isComplete, today } = run;
  const ran = new Set([
    ...ruleSet.rules.map(({ id }) => id),
    ...trapRuleSet.rules.filter((rule) => rule.class === 'trap').map(({ id }) => id),
  ]);
  const isUsed = (entry: IgnoreEntry, of: readonly NamedReport[]) =>
    of.some(({ report }) => report.ignored?.some((issue) => keyOfAccepted(issue) === keyOfAccepted(entry)));
  return ignore.flatMap((entry) => {
    const { rule, targets, where, expires } = entry;
    const args = { rule, subject: oneLine(entry.subject), expires };
    if (hasExpired(entry, today)) return [problem('LNT-048', where, args)];
    const meant = reports.filter(({ name }) => targets === null || targets.includes(name));
    const isProof = targets === null ? isComplete : meant.length > 0;
    if (isUsed(entry, meant)) return [];
    const others = findOtherTexts(entry, meant);
    if (others.length > 0) {
      const code = entry.text === undefined ? 'LNT-058' : 'LNT-059';
      return others.map((text) => problem(code, where, { rule, subject: args.subject, text }));
    }
    const isRead = isProof && ran.has(rule) && meant.every(({ report }) => !report.incomplete);
    return isRead ? [problem('LNT-049', where, args)] : [];
  });
}

/** The texts of issues that an entry would ignore if it named them. */
function findOtherTexts({ rule, subject }: IgnoreEntry, reports: readonly NamedReport[]): string[] {
  const issues = reports.flatMap(({ report: { issues, alerts = [] } }) => [...issues, ...alerts]);
  const texts = issues.flatMap((issue) =>
    issue.rule === rule && issue.subject === subject && issue.text !== undefined ? [issue.text] : [],
  );
  return [...new Set(texts)];
}
