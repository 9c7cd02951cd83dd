import type { LintScoring } from '../lint.js';

/** The numbers of this rule set. Source: seed 003; lengths are UTF-16 units of the trimmed text. */
export const scoring = {
  full: 100,
  points: { error: 15, warning: 5, info: 1 },
  bonus: { points: 5, descriptionLength: 20 },
  bands: [
    { atLeast: 90, grade: 'A' },
    { atLeast: 75, grade: 'B' },
    { atLeast: 60, grade: 'C' },
    { atLeast: 40, grade: 'D' },
  ],
  charactersPerToken: 3.5,
  /** Descriptions with fewer characters than `shortBelow` are short; those with more than `longAbove` are long. */
  shortBelow: 10,
  longAbove: 500,
} as const satisfies LintScoring & Record<string, unknown>;
