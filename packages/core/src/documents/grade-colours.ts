/** Marks of gradings and lints; `none` for what could not be judged. */
export type GradeMark = 'A' | 'B' | 'C' | 'D' | 'F' | 'none';

/**
 * Background of a mark. White text on each has the contrast of at least 4.5 : 1 that WCAG AA asks for. Worse
 * grades are redder; the letter is always shown as well, so that nothing depends on colour alone.
 */
export const GRADE_COLOURS: Record<GradeMark, string> = {
  A: '#15803d',
  B: '#0f766e',
  C: '#8a6100',
  D: '#b4480b',
  F: '#b91c1c',
  none: '#57606a',
};
