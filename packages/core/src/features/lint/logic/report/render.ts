import { drawBadge, type GradeMark } from '../../../../documents/badge.js';
import type { LintReport } from '../../../../rules/mcp/lint-report.js';
import { type LintRenderContext, type ShownTarget, shownGrade, showTargets } from './shown.js';

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
  sarif: async (reports, context) => (await import('./sarif.js')).renderLintSarif(reports, context),
  junit: async (reports, context) => (await import('./junit.js')).renderLintJunit(reports, context),
  md: async (reports, context) => (await import('./markdown.js')).renderLintMarkdown(reports, context),
  html: async (reports, context) => (await import('./html.js')).renderLintHtml(reports, context),
  badge: async (reports, context) => renderLintBadge(reports, context),
};

/**
 * A badge for all targets together: the worst of their grades, or no grade if a target, or a part of one, could not be
 * judged. Red if any target has an alert.
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
  const grade = whole ? shownGrade(worst) : 'incomplete';
  if (targets.some(({ alerts }) => alerts.length > 0)) return { message: `${grade}, alert`, mark: 'F' };
  return whole
    ? { message: `${grade} · ${worst.score}`, mark: worst.grade }
    : { message: grade, mark: 'none' };
}
