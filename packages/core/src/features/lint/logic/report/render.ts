import type { LintReport } from '../../../../rules/mcp/lint.js';
import type { LintRenderContext } from './context.js';

/** Formats that are documents of their own; text belongs to the command line, json is the result itself. */
export const LINT_FORMATS = ['sarif', 'junit', 'md', 'html', 'badge'] as const;
export type LintFormat = (typeof LINT_FORMATS)[number];

/**
 * Lint reports as one document. Each format's part, and the library behind it, is loaded when it is asked for.
 *
 * @param reports in the order of the targets; those that could not be judged are in `context.failures`
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
  badge: async (reports, context) => (await import('./badge.js')).renderLintBadge(reports, context),
};
