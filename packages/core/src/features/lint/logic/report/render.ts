import { drawBadge, type GradeMark } from '../../../../documents/badge.js';
import { buildSarif, type SarifFinding, type SarifRule } from '../../../../documents/sarif.js';
import type { AnyLintRule, LintReport } from '../../../../rules/mcp/lint.js';
import { type LintRenderContext, type ShownFinding, type ShownTarget, showTargets } from './shown.js';

/** Formats that are rendered here; the command line renders text itself, and json is simply the result. */
export const LINT_FORMATS = ['sarif', 'junit', 'md', 'html', 'badge'] as const;

export type LintFormat = (typeof LINT_FORMATS)[number];

/**
 * Renders lint reports as one document. The code of a format, and its library, is loaded on demand.
 *
 * @param reports in the order of the targets; targets that could not be judged are in `context.failures`
 */
export async function renderLint(
  format: LintFormat,
  reports: readonly LintReport[],
  context: LintRenderContext,
): Promise<string> {
  return await DRAW[format](reports, context);
}

type Draw = (reports: readonly LintReport[], context: LintRenderContext) => Promise<string>;

const DRAW: Record<LintFormat, Draw> = {
  sarif: async (reports, context) => renderLintSarif(reports, context),
  junit: async (reports, context) => (await import('./junit.js')).renderLintJunit(reports, context),
  md: async (reports, context) => (await import('./markdown.js')).renderLintMarkdown(reports, context),
  html: async (reports, context) => (await import('./html.js')).renderLintHtml(reports, context),
  badge: async (reports, context) => renderLintBadge(reports, context),
};

/**
 * A badge for all targets together: the worst of their grades, or no grade if a target, or a part of one, could not be
 * judged.
 */
function renderLintBadge(reports: readonly LintReport[], context: LintRenderContext): string {
  const targets = showTargets(reports, context);
  const worst = targets
    .flatMap(({ report }) => report ?? [])
    .reduce<LintReport | undefined>(
      (low, report) => (low && low.score <= report.score ? low : report),
      undefined,
    );
  const about = targets.length === 1 ? (targets[0]?.target ?? '') : `${targets.length} targets`;
  const said = sayGrade(targets, worst);
  return drawBadge({
    label: 'MCP lint',
    ...said,
    title: `MCP lint of ${about}: ${said.message}${targets.length > 1 && said.mark !== 'none' ? ' at worst' : ''}`,
  });
}

function sayGrade(
  targets: readonly ShownTarget[],
  worst: LintReport | undefined,
): { readonly message: string; readonly mark: GradeMark } {
  if (worst === undefined) return { message: 'not judged', mark: 'none' };
  const whole = targets.every(({ report, failures }) => report && failures.length === 0);
  if (!whole) return { message: 'incomplete', mark: 'none' };
  return { message: `${worst.grade} · ${worst.score}`, mark: worst.grade };
}

/** Lint reports as a SARIF log with one run, so that a code host keeps them together. */
function renderLintSarif(reports: readonly LintReport[], context: LintRenderContext): string {
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

function toRule({ id, severity, title, why, fix, subject }: AnyLintRule): SarifRule {
  return { id, severity, title, why, fix, tags: ['mcp', subject] };
}

function toFinding(finding: ShownFinding, { target, name }: ShownTarget): SarifFinding {
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
    // Do not use the path: it contains the index of the item, which changes whenever another item is inserted before
    // this one.
    identity: [name, rule, category, raw.subject],
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
