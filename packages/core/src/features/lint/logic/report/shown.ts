import type { ReportTool } from '../../../../documents/sarif.js';
import { hideFolders } from '../../../../documents/shown-path.js';
import { mapTexts, visibleText } from '../../../../documents/visible-text.js';
import { describeProblem } from '../../../../problems/error-codes.js';
import type { Problem, Severity } from '../../../../problems/problem.js';
import type {
  AnyLintRule,
  IgnoredIssue,
  LintDiff,
  LintIssue,
  LintReport,
  LintRuleSet,
} from '../../../../rules/mcp/lint-report.js';
import { findRuleSet, trapRuleSet } from '../../../../rules/mcp/rule-sets.js';
import { LINT_CLASSES, type LintClass } from '../../../../rules/mcp/share-rule.js';
import { countBy } from '../../../../values/group-by.js';
import { countClass } from '../explain-sum.js';

/** Content of a lint report besides the reports of the targets. */
export interface LintRenderContext {
  readonly tool: ReportTool;
  /** Texts of the rules, in reading order. */
  readonly ruleSet: LintRuleSet;
  /** The name of each target that stays the same from run to run and from machine to machine. */
  readonly names: ReadonlyMap<string, string>;
  /** Issues of this severity or a worse one fail a run unless a baseline accepts them; `never`: none does. */
  readonly failOn: Severity | 'never';
  /** Failed gates, in the order of the targets. */
  readonly gates: readonly TargetProblem[];
  /** Why a target, or one of its lists, could not be judged; such a target has no report, or an incomplete one. */
  readonly failures: readonly TargetProblem[];
  /** Absolute folders: paths below `root` are shown relative to it, and paths below `home` with a leading `~`. */
  readonly folders: { readonly root: string; readonly home: string };
  /** File to which the only server was saved (`--save-snapshot`). */
  readonly savedSnapshot?: string | undefined;
}

export interface TargetProblem {
  /** The target's name, as in its report. */
  readonly target: string;
  readonly problem: Problem;
}

/**
 * A target as readers see it. Every string from a stranger is turned into one visible line that names no folder of this
 * machine.
 */
export interface ShownTarget {
  readonly target: string;
  /** The name of the target in fingerprints. */
  readonly name: string;
  /** Absent if the target could not be judged. Its issues of all kinds are as the server wrote them. */
  readonly report?: LintReport;
  readonly findings: readonly ShownFinding[];
  /** Traps that the rule set does not look for. */
  readonly alerts: readonly ShownFinding[];
  readonly ignored: readonly ShownIgnored[];
  readonly gates: readonly Said[];
  /** Why the target, or a part of it, could not be judged. */
  readonly failures: readonly Said[];
}

export interface ShownFinding extends LintIssue {
  /** The issue with its texts as the server wrote them: used for comparison, never shown. */
  readonly raw: LintIssue;
  readonly file: string | undefined;
  /** `tides.mjs:12:5`. */
  readonly place: string | undefined;
  /** Whether the baseline accepts the issue; undefined without a baseline. */
  readonly accepted: boolean | undefined;
}

/** An issue that the configuration ignores. */
export type ShownIgnored = ShownFinding & Pick<IgnoredIssue, 'reason' | 'expires'>;

/** A problem in words. */
export interface Said {
  readonly code: string;
  readonly message: string;
  readonly hint: string;
}

/** Message and hint of a problem on one line. */
export function sayWhole({ message, hint }: Said): string {
  if (hint === '') return message;
  return `${message}${/[.!?…]$/.test(message) ? '' : '.'} ${hint}`;
}

/** One entry per target: first the targets with a report, in the order of the reports, then the others. */
export function showTargets(reports: readonly LintReport[], context: LintRenderContext): ShownTarget[] {
  const judged = new Set(reports.map(({ target }) => target));
  // These targets are listed in the order of their first failures.
  const others = new Set(
    context.failures.map(({ target }) => target).filter((target) => !judged.has(target)),
  );
  return [
    ...reports.map((report) => showReport(report, context)),
    ...[...others].map((target) => ({
      target: show(target, context),
      name: show(target, context),
      findings: [],
      alerts: [],
      ignored: [],
      ...problemsOf(target, context),
    })),
  ];
}

/** The rules that findings and alerts of a report may name: those of its set, then those behind alerts. */
export function rulesOf({ ruleSet }: LintRenderContext): readonly AnyLintRule[] {
  const own = new Set(ruleSet.rules.map(({ id }) => id));
  return [...ruleSet.rules, ...trapRuleSet.rules.filter(({ id }) => !own.has(id))];
}

/** The grade as readers see it: `B*` if the configuration switched off a rule or ignored an issue. */
export function shownGrade({ grade, adjusted = [] }: Pick<LintReport, 'grade' | 'adjusted'>): string {
  return adjusted.length > 0 ? `${grade}*` : grade;
}

/** What the mark of an adjusted grade means. */
export const ADJUSTED = 'adjusted: the configuration switches off rules or ignores issues';

/** Classes of texts that try to steer the model. */
const STEERING = ['trap', 'suspect'] as const;
const suspectRules = trapRuleSet.rules.filter((rule) => rule.class === 'suspect').map(({ id }) => id);

/**
 * What follows the grade in the first line of a report: alerts, or the traps, suspects and broken definitions, and ignored issues of
 * these kinds and suspect rules that are off; empty if there are none.
 */
export function sayBeside(
  report: Pick<LintReport, 'ruleset' | 'issues' | 'alerts' | 'cap' | 'ignored' | 'adjusted'>,
): string {
  const { ruleset, issues, alerts = [], cap, ignored = [], adjusted = [] } = report;
  const off = suspectRules.filter((id) => adjusted.includes(id) && !ignored.some(({ rule }) => rule === id));
  const hidden = sayIgnored(ignored);
  // That a server offers nothing is no broken definition.
  const classes = cap?.at === 0 ? STEERING : ([...STEERING, 'broken'] as const);
  const limiting = countClasses(issues, classes);
  return [
    alerts.length > 0 ? ` by ${ruleset}, but ${sayAlerts(alerts.length)}` : '',
    limiting === '' ? '' : `: ${limiting}`,
    hidden === '' ? '' : `; ${hidden}`,
    off.length === 0 ? '' : `; off: ${off.join(', ')}`,
  ].join('');
}

/** `ignored: 1 trap`; empty if neither traps nor suspects are ignored. */
export function sayIgnored(ignored: readonly LintIssue[]): string {
  const hidden = countClasses(ignored, STEERING);
  return hidden === '' ? '' : `ignored: ${hidden}`;
}

/** `2 alerts: texts that try to steer the model`. */
export function sayAlerts(count: number): string {
  return `${count} alert${count === 1 ? '' : 's'}: texts that try to steer the model`;
}

function countClasses(issues: readonly LintIssue[], classes: readonly LintClass[]): string {
  return classes
    .map((name) => countClass(issues, name))
    .filter((count) => count !== '')
    .join(', ');
}

/** What each group costs: `inputs 12.5 of 40, items 0 of 35`; empty for a rule set that scores by points. */
export function sayParts({ parts = [] }: Pick<LintReport, 'parts'>): string {
  return parts.map(({ group, points, budget }) => `${group} ${points} of ${budget}`).join(', ');
}

/** How far the token estimate of a rule set may be off; empty for a set that scores by points, which promises nothing. */
export function tokenBand(ruleset: string): string {
  return findRuleSet(ruleset).kind === 'shares' ? '±10 %' : '';
}

/** Habits of a server and what we declared to it, one line each. */
export function sayObserved({
  observations = [],
  declared = [],
}: Pick<LintReport, 'observations' | 'declared'>): string[] {
  return [
    ...observations.map(({ code, detail }) => `observed: ${code}, ${detail}`),
    ...(declared.length > 0 ? [`declared to the server: ${declared.join(', ')}`] : []),
  ];
}

/** Rank of a class; a worse one has a lower rank. Issues without a class rank first. */
export function classRank({ class: name }: Pick<LintIssue, 'class'>): number {
  return name === undefined ? 0 : LINT_CLASSES.indexOf(name);
}

/**
 * Counts the targets, those that fail, and those that could not be judged completely; before them alerts, and after them
 * ignored traps and suspects.
 */
export function countTargets(targets: readonly ShownTarget[]): string[] {
  const alerts = targets.flatMap((target) => target.alerts).length;
  const ignored = sayIgnored(targets.flatMap((target) => target.ignored));
  const failing = targets.filter(({ gates }) => gates.length > 0).length;
  const unjudged = targets.filter(({ failures }) => failures.length > 0).length;
  return [
    ...(alerts > 0 ? [sayAlerts(alerts)] : []),
    `${targets.length} targets`,
    ...(failing > 0 ? [`${failing} failing`] : []),
    ...(unjudged > 0 ? [`${unjudged} not fully judged`] : []),
    ...(ignored === '' ? [] : [ignored]),
  ];
}

/** Checks whether an issue fails the run. */
export function failsRun({ severity, accepted }: ShownFinding, failOn: Severity | 'never'): boolean {
  return failOn !== 'never' && accepted !== true && RANK[severity] <= RANK[failOn];
}

/** Rank of a severity; a worse one has a lower rank. */
export const RANK: Record<Severity, number> = { error: 0, warning: 1, info: 2 };

function showReport(report: LintReport, context: LintRenderContext): ShownTarget {
  const { issues, alerts = [], ignored = [], diff, ...rest } = report;
  const isAdded = diff && createCounter(diff.added);
  const problems = problemsOf(report.target, context);
  return {
    target: show(report.target, context),
    name: show(context.names.get(report.target) ?? report.target, context),
    report: {
      ...showDeep(rest, context),
      issues,
      ...(alerts.length > 0 && { alerts }),
      ...(ignored.length > 0 && { ignored }),
      ...(diff && { diff: showDiff(diff, context) }),
    },
    findings: issues.map((issue) => ({
      ...showIssue(issue, context),
      accepted: isAdded && !isAdded(issue),
    })),
    alerts: alerts.map((issue) => showIssue(issue, context)),
    ignored: ignored.map((issue) => ({
      ...showIssue(issue, context),
      reason: show(issue.reason, context),
      expires: show(issue.expires, context),
    })),
    gates: problems.gates,
    failures: problems.failures.length > 0 ? problems.failures : unreadLists(report, context),
  };
}

function showIssue(issue: LintIssue, context: LintRenderContext): ShownFinding {
  return {
    ...issue,
    target: show(issue.target, context),
    subject: show(issue.subject, context),
    message: show(issue.message, context),
    path: show(issue.path, context),
    raw: issue,
    file: issue.where?.file && show(issue.where.file, context),
    place: issue.where?.file && show(placeOf(issue.where), context),
    accepted: undefined,
  };
}

function showDiff(diff: LintDiff, context: LintRenderContext): LintDiff {
  return { ...diff, stale: showDeep(diff.stale, context) };
}

/** Finds each of the given issues only once: if two issues are equal, one may be accepted and the other new. */
function createCounter(issues: readonly LintIssue[]): (issue: LintIssue) => boolean {
  const left = countBy(issues, keyOf);
  return (issue) => {
    const count = left.get(keyOf(issue)) ?? 0;
    left.set(keyOf(issue), count - 1);
    return count > 0;
  };
}

function keyOf({ rule, path, message }: LintIssue): string {
  return JSON.stringify([rule, path, message]);
}

function problemsOf(target: string, context: LintRenderContext): Pick<ShownTarget, 'gates' | 'failures'> {
  const of = (problems: readonly TargetProblem[]) =>
    problems.filter((one) => one.target === target).map(({ problem }) => say(problem, context));
  return { gates: of(context.gates), failures: of(context.failures) };
}

function say(problem: Problem, context: LintRenderContext): Said {
  const { message, hint } = describeProblem(problem);
  return { code: problem.code, message: show(message, context), hint: show(hint, context) };
}

function unreadLists({ incomplete = [] }: LintReport, context: LintRenderContext): Said[] {
  return incomplete.map(({ list, reason }) => ({
    code: 'incomplete',
    message: show(`not all ${list} could be read: ${reason}`, context),
    hint: '',
  }));
}

function placeOf({ file, line, column }: NonNullable<LintIssue['where']>): string {
  return [file, line, column].filter((part) => part !== undefined).join(':');
}

function show(text: string, { folders }: LintRenderContext): string {
  return visibleText(hideFolders(text, folders));
}

function showDeep<T>(value: T, context: LintRenderContext): T {
  return mapTexts(value, (text) => show(text, context));
}
