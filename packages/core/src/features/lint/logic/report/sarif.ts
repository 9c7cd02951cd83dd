import { buildSarif, type SarifFinding, type SarifRule } from '../../../../documents/sarif.js';
import { relativeUri } from '../../../../documents/shown-path.js';
import type { AnyLintRule, LintIssue, LintReport } from '../../../../rules/mcp/lint-report.js';
import type { LintClass } from '../../../../rules/mcp/share-rule.js';
import {
  classRank,
  type LintRenderContext,
  rulesOf,
  type ShownFinding,
  type ShownTarget,
  shownGrade,
  showTargets,
} from './shown.js';

/** Lint reports as a SARIF log with one run, so that a code host keeps them together. */
export function renderLintSarif(reports: readonly LintReport[], context: LintRenderContext): string {
  const targets = showTargets(reports, context);
  const alerting = new Set(targets.flatMap(({ alerts }) => alerts.map(({ rule }) => rule)));
  const rules = rulesOf(context).filter(
    (rule, at) => at < context.ruleSet.rules.length || alerting.has(rule.id),
  );
  return buildSarif({
    tool: context.tool,
    rules: rules.map(toRule),
    findings: targets.flatMap((target) =>
      [...target.alerts, ...target.findings].map((finding) => toFinding(finding, target, context)),
    ),
    failures: targets.flatMap(({ target, failures }) =>
      failures.map(({ code, message }) => ({ code, message: `${target}: ${message}` })),
    ),
    folders: context.folders,
    fingerprint: 'flowmcpLint/v1',
    properties: { targets: targets.map(summarize) },
  });
}

/** CVSS-like scores by which code hosts sort findings about security. */
const SECURITY_SEVERITIES: Partial<Record<LintClass, string>> = { trap: '9.0', suspect: '6.0' };

function toRule(rule: AnyLintRule): SarifRule {
  const { id, severity, title, why, fix, subject } = rule;
  const securitySeverity = 'class' in rule ? SECURITY_SEVERITIES[rule.class] : undefined;
  const tags = ['mcp', subject];
  if (securitySeverity === undefined) return { id, severity, title, why, fix, tags };
  return { id, severity, title, why, fix, tags: [...tags, 'security'], securitySeverity };
}

/** The file that a result points to, because code hosts drop results without one. */
function placeOf({ where }: LintIssue, { savedSnapshot }: LintRenderContext): SarifFinding['place'] {
  if (where?.file === undefined)
    return savedSnapshot === undefined ? undefined : { file: savedSnapshot, line: 1 };
  const { file, line, column } = where;
  return { file, ...(line !== undefined && { line }), ...(column !== undefined && { column }) };
}

/** Counts issues that {@link renderLintSarif} cannot point to a file for. */
export function countPlaceless({ issues, alerts = [] }: LintReport, context: LintRenderContext): number {
  return [...alerts, ...issues].filter((issue) => {
    const place = placeOf(issue, context);
    return place === undefined || relativeUri(place.file, context.folders) === undefined;
  }).length;
}

function toFinding(
  finding: ShownFinding,
  { target, name }: ShownTarget,
  context: LintRenderContext,
): SarifFinding {
  const { rule, severity, message, category, path, points, accepted, raw } = finding;
  const place = placeOf(raw, context);
  return {
    ruleId: rule,
    severity,
    message: `${finding.subject}: ${message}`,
    ...(place && { place }),
    subject: { name: finding.subject, within: [target], kind: category },
    // Do not use the path: it contains the index of the item, which changes whenever another item is inserted before
    // this one. A result that was dismissed in one text is a new one in another.
    identity: [name, rule, category, raw.subject, ...(raw.text === undefined ? [] : [raw.text])],
    ...(accepted !== undefined && { state: accepted ? 'unchanged' : 'new' }),
    ...(raw.class && { rank: classRank(raw) }),
    properties: {
      ...{ target, path, points },
      ...(raw.class && { class: raw.class }),
      ...(raw.text !== undefined && { text: raw.text }),
    },
  };
}

function summarize({ target, report, alerts, ignored, gates }: ShownTarget): Record<string, unknown> {
  return {
    target,
    ...(report && {
      ruleset: report.ruleset,
      grade: shownGrade(report),
      score: report.score,
      ...pickOptional(report),
      ...(alerts.length > 0 && { alerts: alerts.length }),
      ...(ignored.length > 0 && {
        ignored: ignored.map(({ rule, subject, message, reason, expires }) => ({
          ...{ rule, subject, message, reason, expires },
        })),
      }),
      ...(report.incomplete && { incomplete: report.incomplete.map(({ list }) => list) }),
    }),
    gates: gates.map(({ code, message }) => ({ code, message })),
  };
}

function pickOptional({ parts, cap, adjusted, observations, declared }: LintReport) {
  return {
    ...(parts && { parts, cap }),
    ...(adjusted && { adjusted }),
    ...(observations && { observations }),
    ...(declared && { declared }),
  };
}
