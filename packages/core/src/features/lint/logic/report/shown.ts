import type { ReportTool } from '../../../../documents/sarif.js';
import { hideFolders } from '../../../../documents/shown-path.js';
import { mapTexts, visibleText } from '../../../../documents/visible-text.js';
import { describeProblem } from '../../../../problems/error-codes.js';
import type { Problem, Severity } from '../../../../problems/problem.js';
import type {
  AnyLintRule,
  LintDiff,
  LintIssue,
  LintReport,
  LintRuleSet,
} from '../../../../rules/mcp/lint.js';

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
}

/** A problem of one target. */
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
  /** Absent if the target could not be judged. Its issues and those of its diff are as the server wrote them. */
  readonly report?: LintReport;
  readonly findings: readonly ShownFinding[];
  readonly gates: readonly Said[];
  /** Why the target, or a part of it, could not be judged. */
  readonly failures: readonly Said[];
}

export interface ShownFinding extends LintIssue {
  /** The issue with its texts as the server wrote them: used for comparison, never shown. */
  readonly raw: LintIssue;
  readonly rulesTexts: AnyLintRule | undefined;
  readonly file: string | undefined;
  /** `tides.mjs:12:5`. */
  readonly place: string | undefined;
  /** Whether the baseline accepts the issue; undefined without a baseline. */
  readonly accepted: boolean | undefined;
}

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
      ...problemsOf(target, context),
    })),
  ];
}

/** Counts the targets, those that fail, and those that could not be judged completely. */
export function countTargets(targets: readonly ShownTarget[]): string[] {
  const failing = targets.filter(({ gates }) => gates.length > 0).length;
  const unjudged = targets.filter(({ failures }) => failures.length > 0).length;
  return [
    `${targets.length} targets`,
    ...(failing > 0 ? [`${failing} failing`] : []),
    ...(unjudged > 0 ? [`${unjudged} not fully judged`] : []),
  ];
}

/** Checks whether an issue fails the run. */
export function failsRun({ severity, accepted }: ShownFinding, failOn: Severity | 'never'): boolean {
  return failOn !== 'never' && accepted !== true && RANK[severity] <= RANK[failOn];
}

/** Rank of a severity; a worse one has a lower rank. */
export const RANK: Record<Severity, number> = { error: 0, warning: 1, info: 2 };

function showReport(report: LintReport, context: LintRenderContext): ShownTarget {
  const rules = new Map<string, AnyLintRule>(context.ruleSet.rules.map((rule) => [rule.id, rule]));
  const { issues, diff, ...rest } = report;
  const isAdded = diff && createCounter(diff.added);
  const problems = problemsOf(report.target, context);
  return {
    target: show(report.target, context),
    name: show(context.names.get(report.target) ?? report.target, context),
    report: {
      ...showDeep(rest, context),
      issues,
      ...(diff && { diff: showDiff(diff, context) }),
    },
    findings: issues.map((issue) => ({
      ...issue,
      target: show(issue.target, context),
      subject: show(issue.subject, context),
      message: show(issue.message, context),
      path: show(issue.path, context),
      raw: issue,
      rulesTexts: rules.get(issue.rule),
      file: issue.where?.file && show(issue.where.file, context),
      place: issue.where?.file && show(placeOf(issue.where), context),
      accepted: isAdded && !isAdded(issue),
    })),
    gates: problems.gates,
    failures: problems.failures.length > 0 ? problems.failures : unreadLists(report, context),
  };
}

function showDiff(diff: LintDiff, context: LintRenderContext): LintDiff {
  return { ...diff, stale: showDeep(diff.stale, context) };
}

/** Finds each of the given issues only once: if two issues are equal, one may be accepted and the other new. */
function createCounter(issues: readonly LintIssue[]): (issue: LintIssue) => boolean {
  const left = new Map<string, number>();
  for (const issue of issues) left.set(keyOf(issue), (left.get(keyOf(issue)) ?? 0) + 1);
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

/** How the target was asked, and how it departed from the protocol. */
export function sayAsides({ declared = [], observations = [] }: LintReport): string[] {
  return [
    ...(declared.length > 0 ? [`asked by a client that declares ${declared.join(', ')}`] : []),
    ...observations.map(({ detail }) => detail),
  ];
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
