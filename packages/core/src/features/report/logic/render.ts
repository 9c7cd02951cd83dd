import type { GradingReportSource } from './source.js';

export const GRADING_FORMATS = ['html', 'md', 'sarif', 'junit', 'json', 'badge'] as const;
export type GradingFormat = (typeof GRADING_FORMATS)[number];

/** A grading report in parts, as they are made. Each format, and the library behind it, is loaded when it is asked for. */
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
