import type { AreaId, Grade, Tier } from '../vocabulary.js';

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

/**
 * Why a node cannot be graded now, whatever the specification calls it: too few tests are known to work, nothing
 * answered, there is no About or domain knowledge, the content cannot be used, no file of the folder can be read, a
 * member is not in the island, or it only waits for other nodes.
 */
export type BlockedCause =
  | 'few-tests'
  | 'api-down'
  | 'no-about'
  | 'invalid'
  | 'no-readable-schema'
  | 'not-imported'
  | 'waits';

/** What prevents a node from being graded now. */
export interface Obstacle {
  readonly cause: BlockedCause;
  /** For people: one sentence, or a part of one. */
  readonly text: string;
  /** Code of the problem behind it, if there is one. */
  readonly code?: string;
}

/** How an index shows an obstacle. */
export interface ShownObstacle {
  readonly status: 'blocked' | 'pending';
  readonly reason: string;
  /** The sentence for people, where `reason` is a value of a closed list. */
  readonly detail?: string;
  /** Code of the problem behind it, where `reason` is a value of a closed list. */
  readonly code?: string;
  /** Whether nothing is wrong with the node itself: it is asked about once other nodes have come far enough. */
  readonly waits?: true;
}

/** How much a tool's working tests allow: nothing, a call, a check of its shape, an analysis (spec 06, rule 4). */
export type TestDepth = 'unavailable' | 'reachable' | 'schema-validatable' | 'data-analyzable';

/** Versions of the Schemas-Spec that the rules for schemas know. */
export const SCHEMAS_SPECS = ['4.2', '4.3'] as const;
export type SchemasSpec = (typeof SCHEMAS_SPECS)[number];

/** All that a bar depends on: the requests that a tool's callers can make. */
export interface ToolShape {
  readonly sets: ParameterSets;
  /** Number of parameters that a caller has to fill in. */
  readonly required: number;
}

/** What is run, asked and written. Nothing here is ever needed to read an entry. */
export interface SpecRules {
  readonly version: string;
  /** Other names that stand for it: earlier editions of the same specification, which have no layer of their own. */
  readonly alsoCalled?: readonly string[];
  /** Released layers of the other axes that it takes up; newer ones list it themselves. */
  readonly takes: readonly string[];
  /** The Schemas-Spec that schemas are held to. */
  readonly schemasSpec: SchemasSpec;
  /** The grading specification whose JSON Schema every index fits. */
  readonly index: string;
  /** Number of working tests that a tool needs. */
  readonly bar: (tool: ToolShape) => number;
  /** Number of working tests that a tool should have; null, or absent, if none is recommended. */
  readonly target?: (tool: ToolShape) => number | null;
  /** How much a number of working tests allows; null if the specification has no such ladder. */
  readonly rung: (working: number) => TestDepth | null;
  /** Bytes above which a response is large, and above which its test fails; null if none is too large. */
  readonly size: { readonly large: number; readonly extreme: number | null };
  /**
   * Whether the data of a working test is measured: bytes of its JSON text, its number of records, and a remark if it is
   * large. If not, the bytes are those of the answer's body.
   */
  readonly measuresData?: true;
  /** Questions that it asks in addition to those of the first specification, by their ids. */
  readonly extraQuestions: readonly string[];
  /**
   * Areas of a namespace that wait until all of its schemas are green (spec 21). None if the specification knows no ladder
   * of readiness.
   */
  readonly waitForGreen: readonly AreaId[];
  readonly blocked: (obstacle: Obstacle) => ShownObstacle;
  /**
   * The closed list of reasons, in the order in which a blocked whole names the first that it finds (spec 23); absent if a
   * reason is a sentence.
   */
  readonly reasons?: readonly string[];
  /** Whether the index of a selection also carries its id as its namespace, which the JSON Schema requires of every index. */
  readonly namesSelectionTwice?: true;
  /** Whether a file that fails the gate is recorded as a blocked schema; if not, its import is refused (spec 22). */
  readonly recordsInvalid: boolean;
  /** Version of a provider's proof (grade.json); null if there is none (spec 19). */
  readonly proofVersion: 1 | null;
  /** Whether what code answered is kept as partial entries before a grader is asked (spec 19). */
  readonly stageOneEntries: boolean;
  /** Whether a run comes with one text that carries an agent through it (spec 21, Emit-Skill). */
  readonly emitsSkill: boolean;
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
