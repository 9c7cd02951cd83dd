import { buildJunit, type JunitCase, type JunitSuite } from '../../../../documents/junit.js';
import type { AnyLintRule, LintReport } from '../../../../rules/mcp/lint-report.js';
import {
  failsRun,
  type LintRenderContext,
  rulesOf,
  type Said,
  type ShownFinding,
  type ShownIgnored,
  type ShownTarget,
  sayObserved,
  sayParts,
  shownGrade,
  showTargets,
} from './shown.js';

/**
 * Lint reports as JUnit: one suite per target, one case per rule. A rule keeps its name from run to run, so a viewer
 * can show what broke and what was fixed. With one case per issue, that would be impossible. Issues that do not fail
 * the run go to the output of their case.
 */
export function renderLintJunit(reports: readonly LintReport[], context: LintRenderContext): string {
  return buildJunit(
    `${context.tool.name} lint`,
    showTargets(reports, context).map((target) => toSuite(target, context)),
  );
}

type ListName = NonNullable<LintReport['incomplete']>[number]['list'];

const ALL_LISTS: readonly ListName[] = ['tools', 'resources', 'resourceTemplates', 'prompts'];

/** The lists that a rule examines. */
const LISTS_OF: Record<AnyLintRule['subject'], readonly ListName[]> = {
  server: [],
  outcome: [],
  tool: ['tools'],
  property: ['tools'],
  schema: ['tools'],
  resource: ['resources'],
  prompt: ['prompts'],
  argument: ['prompts'],
  input: ['tools', 'prompts'],
  item: ALL_LISTS,
  text: ALL_LISTS,
  signals: ALL_LISTS,
};

function toSuite(target: ShownTarget, context: LintRenderContext): JunitSuite {
  const { report, findings, alerts, ignored, gates, failures } = target;
  const unread = new Set((report?.incomplete ?? []).map(({ list }) => list));
  const adjusted = new Set(report?.adjusted ?? []);
  const rules = context.ruleSet.rules.map((rule): JunitCase => {
    const found = findings.filter((finding) => finding.rule === rule.id);
    const excused = ignored.filter((issue) => issue.rule === rule.id);
    // If a list was not read or the rule is switched off, it is unknown whether the server complies.
    const isUnread = LISTS_OF[rule.subject].some((list) => unread.has(list));
    const isUnknown = isUnread || (adjusted.has(rule.id) && excused.length === 0);
    if (found.length === 0 && isUnknown) return { name: rule.id, isSkipped: true };
    return toRuleCase(rule, found, excused, context);
  });
  const besides = ignored.filter(({ rule }) => !context.ruleSet.rules.some(({ id }) => id === rule));
  return {
    name: target.target,
    properties: report
      ? {
          ruleset: report.ruleset,
          grade: unread.size > 0 ? `${shownGrade(report)} (incomplete)` : shownGrade(report),
          score: String(report.score),
          ...(report.parts && { lost: sayParts(report) }),
          ...(report.cap && { cap: `${report.cap.at} (${report.cap.rule})` }),
        }
      : {},
    cases: [
      toJudgedCase(failures, report),
      ...alerts.map((alert) => toAlertCase(alert, context)),
      ...(besides.length > 0
        ? [{ name: 'ignored alerts', output: besides.map(toIgnoredLine).join('\n') }]
        : []),
      ...(report ? [...rules, toGateCase(gates)] : []),
    ],
  };
}

function toJudgedCase(failures: readonly Said[], report: LintReport | undefined): JunitCase {
  const [first] = failures;
  const observed = report ? sayObserved(report) : [];
  return {
    name: 'could be judged',
    ...(observed.length > 0 && { output: observed.join('\n') }),
    ...(first && { error: { message: first.message, type: first.code, text: toText(failures) } }),
  };
}

function toAlertCase(alert: ShownFinding, context: LintRenderContext): JunitCase {
  const { rule, subject, message, severity, file } = alert;
  const texts = rulesOf(context).find(({ id }) => id === rule);
  const line = toLine(alert);
  return {
    name: `alert: ${rule}, ${subject}`,
    ...(file !== undefined && { file }),
    ...(context.failOn === 'never'
      ? { output: line }
      : { failure: { message, type: severity, text: [line, '', texts?.why, texts?.fix].join('\n') } }),
  };
}

function toGateCase(gates: readonly Said[]): JunitCase {
  const [first] = gates;
  return {
    name: 'passes the gates',
    ...(first && { failure: { message: first.message, type: first.code, text: toText(gates) } }),
  };
}

function toRuleCase(
  rule: AnyLintRule,
  findings: readonly ShownFinding[],
  ignored: readonly ShownIgnored[],
  context: LintRenderContext,
): JunitCase {
  const failing = findings.filter((finding) => failsRun(finding, context.failOn));
  const others = findings.filter((finding) => !failsRun(finding, context.failOn));
  const file = findings.find((finding) => finding.file !== undefined)?.file;
  return {
    name: rule.id,
    ...(file !== undefined && { file }),
    ...(failing.length > 0 && {
      failure: {
        message: `${rule.title}: ${count(failing.length)}`,
        type: rule.severity,
        text: [...failing.map(toLine), '', rule.why, rule.fix].join('\n'),
      },
    }),
    ...(others.length + ignored.length > 0 && {
      output: [...others.map(toLine), ...ignored.map(toIgnoredLine)].join('\n'),
    }),
  };
}

function toIgnoredLine(issue: ShownIgnored): string {
  return `ignored until ${issue.expires} (${issue.reason}): ${toLine(issue)}`;
}

function toLine({ severity, target, message, place, accepted }: ShownFinding): string {
  const state = accepted ? ' (accepted)' : '';
  return `${severity}${state} ${target}: ${message}${place === undefined ? '' : ` (${place})`}`;
}

function toText(said: readonly Said[]): string {
  return said.map(({ message, hint }) => (hint === '' ? message : `${message}\n${hint}`)).join('\n\n');
}

function count(findings: number): string {
  return findings === 1 ? '1 finding' : `${findings} findings`;
}
