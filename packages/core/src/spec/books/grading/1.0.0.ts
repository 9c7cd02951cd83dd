import { frozen, type GradingRules } from '../book.js';

/**
 * Released, and so never edited: new numbers are a new file. Source: spec 07 §4.1 (bands), 06 (tier trim), 08 §Aging,
 * 21 (stable), 08 §selection-aggregate (members).
 */
export const rules: GradingRules = frozen({
  version: 'gradingSystem/1.0.0',
  specs: ['gradingSpec/2.0.0'],
  bands: [
    { atLeast: 4.5, grade: 'A' },
    { atLeast: 3.5, grade: 'B' },
    { atLeast: 2.5, grade: 'C' },
    { atLeast: 1.5, grade: 'D' },
  ],
  meanDecimals: 12,
  maxGrade: { autonomous: 'B', 'group-bound': 'A' },
  stableGrades: ['A', 'B'],
  ageingDays: { api: 14, tos: 30, about: 90, retention: 180 },
  selectionNamespaces: { soft: 5, hard: 7 },
  namespaceToolsHard: 7,
  weights: {},
});
