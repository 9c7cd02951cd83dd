/** Marks of gradings and lints, and `none` for what could not be judged. */
export type GradeMark = 'A' | 'B' | 'C' | 'D' | 'F' | 'none';

/**
 * Ground of a mark; white text on each has at least the contrast of 4.5 : 1 that WCAG AA asks for. Worse is redder,
 * and the letter says it too: colour alone tells nobody anything.
 */
export const GRADE_COLOURS: Record<GradeMark, string> = {
  A: '#15803d',
  B: '#0f766e',
  C: '#8a6100',
  D: '#b4480b',
  F: '#b91c1c',
  none: '#57606a',
};
