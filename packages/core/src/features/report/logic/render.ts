import type { GradingReportSource } from './source.js';

export const GRADING_FORMATS = ['html', 'md', 'sarif', 'junit', 'json', 'badge'] as const;
export type GradingFormat = (typeof GRADING_FORMATS)[number];

/** Yields a grading report part by part. The code of a format, and its library, is loaded on demand. */
export async function* renderGrading(
  format: GradingFormat,
  source: GradingReportSource,
): AsyncGenerator<string> {
  const draw = await DRAW[format]();
  yield* draw(source);
}

type Draw = (source: GradingReportSource) => AsyncGenerator<string>;

const DRAW: Record<GradingFormat, () => Promise<Draw>> = {
  html: async () => (await import('./html.js')).renderGradingHtml,
  md: async () => (await import('./markdown.js')).renderGradingMarkdown,
  sarif: async () => (await import('./sarif.js')).renderGradingSarif,
  junit: async () => (await import('./junit.js')).renderGradingJunit,
  json: async () => (await import('./json.js')).renderGradingJson,
  badge: async () => (await import('./badge.js')).renderGradingBadge,
};
