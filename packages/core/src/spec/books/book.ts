import type { Grade, Tier } from '../vocabulary.js';

/** How evidence becomes a score (spec 07 §4.1; spec 06, binding rules 1 and 2). */
export interface ScoringRules {
  /** Name and number, as entries carry them. */
  readonly version: string;
  /** Versions of the grading specification that it may be combined with. */
  readonly specs: readonly string[];
  readonly pass: number;
  readonly fail: number;
  /** The only HTTP status that counts as working. */
  readonly workingHttpStatus: number;
}

/**
 * The numbers that turn scores into letters and statuses; they can be replaced to see what other numbers would change.
 */
export interface Thresholds {
  /** Inclusive lower bounds of the bands, best first; below the last bound, the grade is F. */
  readonly bands: readonly { readonly atLeast: number; readonly grade: Grade }[];
  readonly maxGrade: Readonly<Record<Tier, 'A' | 'B'>>;
  /** Grades that make a fully graded node stable. */
  readonly stableGrades: readonly Grade[];
}

/** How scores become a letter (spec 07 §4.1, 06, 08, 21). */
export interface GradingRules extends Thresholds {
  readonly version: string;
  readonly specs: readonly string[];
  /** Number of decimals to which the mean is rounded before it is assigned to a band (decision D15). */
  readonly meanDecimals: number;
  /** Number of days by ageing class: an older answer is stale. */
  readonly ageingDays: Readonly<Record<'api' | 'tos' | 'about' | 'retention', number>>;
  /** Number of distinct namespaces that a selection needs to be run at all (`soft`) and to reach A (`hard`). */
  readonly selectionNamespaces: { readonly soft: number; readonly hard: number };
  /** Number of tools that a namespace needs to pass Q-tools-aggregate-namespace-01. */
  readonly namespaceToolsHard: number;
  /** Weights of questions by their ids, only where they differ from the catalogue's. */
  readonly weights: Readonly<Record<string, number>>;
}

/** How many different requests the callers of a tool can make; a number only if they can be counted. */
export type ParameterSets = number | 'many' | 'parameterless';

/** What is run, asked and written. Nothing here is ever needed to read an entry. */
export interface SpecRules {
  readonly version: string;
  /** The Schemas-Spec that schemas are held to. */
  readonly schemasSpec: string;
  /** The grading specification whose JSON Schema every index fits. */
  readonly index: string;
  /** Number of working tests that a tool needs. */
  readonly bar: (tool: { readonly sets: ParameterSets }) => number;
  /** Bytes above which a response is large. */
  readonly size: { readonly large: number };
}

/** The two layers that an entry names: all that its score and its letter depend on. */
export interface EntryRules {
  readonly scoring: ScoringRules;
  readonly grading: GradingRules;
}

/** A checked combination of three layers, one for each axis of spec 07. No axis knows another. */
export interface RuleBook extends EntryRules {
  readonly spec: SpecRules;
}

/** Freezes a value and everything in it. */
export function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    for (const part of Object.values(value)) frozen(part);
    Object.freeze(value);
  }
  return value;
}
