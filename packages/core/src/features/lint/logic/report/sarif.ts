import { buildSarif, type SarifFinding, type SarifRule } from '../../../../documents/sarif.js';
import type { LintReport, LintRule } from '../../../../rules/mcp/lint.js';
import type { LintRenderContext } from './context.js';
import { type ShownFinding, type ShownTarget, showTargets } from './shown.js';

/** Lint reports as a SARIF log with one run, so that a code host keeps them together. */
export function renderLintSarif(reports: readonly LintReport[], context: LintRenderContext): string {
  const targets = showTargets(reports, context);
  return buildSarif({
    tool: context.tool,
    rules: context.ruleSet.rules.map(toRule),
    findings: targets.flatMap((target) => target.findings.map((finding) => toFinding(finding, target))),
    failures: targets.flatMap(({ target, failures }) =>
      failures.map(({ code, message }) => ({ code, message: `${target}: ${message}` })),
    ),
    folders: context.folders,
    fingerprint: 'flowmcpLint/v1',
    properties: { targets: targets.map(summarize) },
  });
}

function toRule({ id, severity, title, why, fix, subject }: LintRule): SarifRule {
  return { id, severity, title, why, fix, tags: ['mcp', subject] };
}

function toFinding(finding: ShownFinding, { target }: ShownTarget): SarifFinding {
  const { rule, severity, message, category, path, points, accepted, raw } = finding;
  const { file, line, column } = raw.where ?? {};
  return {
    ruleId: rule,
    severity,
    message: `${finding.subject}: ${message}`,
    ...(file !== undefined && {
      place: { file, ...(line !== undefined && { line }), ...(column !== undefined && { column }) },
    }),
    subject: { name: finding.subject, within: [target], kind: category },
    // Not the path: it contains the item's index in its list, which every earlier item shifts.
    identity: [target, rule, category, raw.subject],
    ...(accepted !== undefined && { state: accepted ? 'unchanged' : 'new' }),
    properties: { target, path, points },
  };
}

function summarize({ target, report, gates }: ShownTarget): Record<string, unknown> {
  return {
    target,
    ...(report && {
      ruleset: report.ruleset,
      grade: report.grade,
      score: report.score,
      ...(report.incomplete && { incomplete: report.incomplete.map(({ list }) => list) }),
    }),
    gates: gates.map(({ code, message }) => ({ code, message })),
  };
}
