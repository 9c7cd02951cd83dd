import type { Grade, Tier } from './vocabulary.js';

/**
 * gradingSystem/1.0.0: how a letter follows from scores. Frozen: new numbers need a new file. Source: spec 07
 * §4.1 (bands), 06 (tier trim), 08 §Aging, 21 (stable), 08 §selection-aggregate (members).
 */
export const gradingSystem = {
  version: 'gradingSystem/1.0.0',
  /** Inclusive lower bounds of the bands, best first; below the last bound, the grade is F. */
  bands: [
    { atLeast: 4.5, grade: 'A' },
    { atLeast: 3.5, grade: 'B' },
    { atLeast: 2.5, grade: 'C' },
    { atLeast: 1.5, grade: 'D' },
  ] satisfies { atLeast: number; grade: Grade }[],
  /** Number of decimals to which the mean is rounded before it is assigned to a band (decision D15). */
  meanDecimals: 12,
  maxGrade: { autonomous: 'B', 'group-bound': 'A' } satisfies Record<Tier, Grade>,
  /** Grades that make a fully graded node stable. */
  stableGrades: ['A', 'B'] satisfies Grade[],
  /** Number of days by ageing class: an older answer is stale. */
  ageingDays: { api: 14, tos: 30, about: 90, retention: 180 },
  /** Number of distinct namespaces that a selection needs to be run at all (`soft`) and to reach A (`hard`). */
  selectionNamespaces: { soft: 5, hard: 7 },
  /** Number of tools that a namespace needs to pass Q-tools-aggregate-namespace-01. */
  namespaceToolsHard: 7,
} as const;

/**
 * The numbers of a grading system that turn scores into letters and statuses; they can be replaced to see what other
 * numbers would change.
 */
export interface Thresholds {
  readonly version: string;
  /** Best first. */
  readonly bands: readonly { readonly atLeast: number; readonly grade: Grade }[];
  readonly maxGrade: Readonly<Record<Tier, 'A' | 'B'>>;
  readonly stableGrades: readonly Grade[];
}
