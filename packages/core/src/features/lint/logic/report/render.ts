import type { LintReport } from '../../../../rules/mcp/lint.js';
import type { LintRenderContext } from './context.js';

/** Formats with a document of their own; the command line renders text, and json is the result itself. */
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
  badge: async (reports, context) => (await import('./badge.js')).renderLintBadge(reports, context),
};
