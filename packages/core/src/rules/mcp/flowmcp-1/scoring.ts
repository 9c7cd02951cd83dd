import type { ShareScoring } from '../share-rule.js';

/** The numbers of this rule set (decision 0101). */
export const scoring = {
  full: 100,
  bands: [
    { atLeast: 90, grade: 'A' },
    { atLeast: 75, grade: 'B' },
    { atLeast: 60, grade: 'C' },
    { atLeast: 40, grade: 'D' },
  ],
  budgets: { inputs: 40, items: 35, schemas: 15, server: 10 },
  caps: { trap: 39, suspect: 74, broken: 74 },
  severities: { trap: 'error', suspect: 'warning', broken: 'error' },
} as const satisfies ShareScoring;
