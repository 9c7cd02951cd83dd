import { buildJunit, type JunitCase, type JunitSuite } from '../../../../documents/junit.js';
import type { AnyLintRule, LintReport } from '../../../../rules/mcp/lint.js';
import {
  failsRun,
  type LintRenderContext,
  type Said,
  type ShownFinding,
  type ShownTarget,
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

/** The list that a rule examines; rules about the server and about the outcome examine none. */
const LIST_OF: Partial<Record<AnyLintRule['subject'], 'tools' | 'resources' | 'prompts'>> = {
  tool: 'tools',
  property: 'tools',
  resource: 'resources',
  prompt: 'prompts',
  argument: 'prompts',
  schema: 'tools',
};

function toSuite(target: ShownTarget, context: LintRenderContext): JunitSuite {
  const { report, findings, gates, failures } = target;
  const unread = new Set((report?.incomplete ?? []).map(({ list }) => list));
  const rules = context.ruleSet.rules.map((rule) => {
    const list = LIST_OF[rule.subject];
    // The list was not read, so it is unknown whether it complies with the rule.
    if (list && unread.has(list)) return { name: rule.id, isSkipped: true };
    return toRuleCase(
      rule,
      findings.filter((finding) => finding.rule === rule.id),
      context,
    );
  });
  return {
    name: target.target,
    properties: report
      ? {
          ruleset: report.ruleset,
          grade: unread.size > 0 ? `${report.grade} (incomplete)` : report.grade,
          score: String(report.score),
        }
      : {},
    cases: [toJudgedCase(failures), ...(report ? [...rules, toGateCase(gates)] : [])],
  };
}

function toJudgedCase(failures: readonly Said[]): JunitCase {
  const [first] = failures;
  return {
    name: 'could be judged',
    ...(first && { error: { message: first.message, type: first.code, text: toText(failures) } }),
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
    ...(others.length > 0 && { output: others.map(toLine).join('\n') }),
  };
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
