import type { HttpClient } from '../net/logic/http.js';
import type { Problem } from '../problems/problem.js';
import type { GraderIdentity } from '../spec/common.js';
import type { SchemaFacts } from '../spec/facts.js';
import type { PromptsFile } from '../spec/prompts.js';
import type { LeftOutSubject, StateFile, UserReport } from '../spec/state.js';
import type { KnownSchemas } from '../target/load-namespace.js';
import type { Subject } from '../target/logic/subjects.js';
import type { NamespaceTarget, SelectionTarget, Target } from '../target/logic/target.js';
import type { DerivedNamespace } from '../target/rebuild/derive-namespace.js';
import type { DerivedSelection } from '../target/rebuild/derive-selection.js';
import type { EmitOptions, EmittedTarget } from './options.js';

export interface EmitSurroundings {
  /** null if the run is offline. */
  readonly client: HttpClient | null;
  readonly script: GraderIdentity;
  readonly newFence: () => string;
  /** Called before each declared test of a target: `done` of `total` are over. Throwing ends the run of the target. */
  readonly onTest?: (done: number, total: number) => void;
  /** Receives the prompts of a run that nobody is going to answer; no file of the run is written then. */
  readonly onImagined?: (prompts: PromptsFile) => void;
}

/** The part of a context that is known before the target is derived. */
export interface GivenContext {
  readonly options: EmitOptions;
  readonly surroundings: EmitSurroundings;
  readonly now: Date;
  /** The newest run, which may still be waiting for its scores; null if there was none. */
  readonly state: StateFile | null;
  /** Subjects that hand-ins of earlier runs have left out; they are due now. */
  readonly leftOut: readonly LeftOutSubject[];
  /** The default reason for re-gradings in this run. */
  readonly report: UserReport | null;
  /** Schemas of a namespace that this command has already read. */
  readonly known?: KnownSchemas | undefined;
}

/** A target and everything one run needs for it. */
export interface RunContext<T extends Target = Target> extends GivenContext {
  readonly target: T;
  readonly key: string;
}

export type NamespaceContext = RunContext<NamespaceTarget>;
export type SelectionContext = RunContext<SelectionTarget>;

/** A target whose files have been read: what a run would ask about, and how to begin it. Nothing is written yet. */
export interface OpenedTarget {
  readonly context: RunContext;
  readonly before: DerivedNamespace | DerivedSelection;
  readonly wanted: readonly Subject[];
  /** The result before anything is asked. */
  readonly empty: EmittedTarget;
  /** Wanted subjects that a new run would ask about if nothing blocked them. */
  readonly blocked: () => EmittedTarget['blocked'];
  /** Begins the run; returns null if nothing is due. */
  readonly begin: () => Promise<EmittedTarget> | EmittedTarget | null;
}

export interface TestedTools {
  /** Facts of every schema that has any, once the tests have run. */
  readonly facts: ReadonlyMap<string, SchemaFacts>;
  readonly secrets: readonly string[];
  readonly problems: readonly Problem[];
  /** `<schema>.<tool>` of every tool tested in this run. */
  readonly tools: ReadonlySet<string>;
}

/**
 * The result for a target before any question is asked.
 *
 * @param maxGrade of the target as a whole; default: the limit of its tier
 */
export function emptyResult(
  { target, options }: Pick<RunContext, 'target' | 'options'>,
  maxGrade?: 'A' | 'B',
): EmittedTarget {
  const { name, flow, tier } = target;
  return {
    target: name,
    flow,
    tier,
    maxGrade: maxGrade ?? options.island.book.grading.maxGrade[tier],
    taskId: null,
    promptsPath: null,
    statePath: null,
    promptCount: 0,
    pretests: [],
    vetoes: [],
    blocked: [],
    skippedAreas: [],
    gatedAreas: [],
    skipped: false,
    nothingDue: false,
    refusals: [],
    warnings: [],
  };
}
