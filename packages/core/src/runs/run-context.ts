import type { HttpClient } from '../net/logic/http.js';
import type { Problem } from '../problems/problem.js';
import type { GraderIdentity } from '../spec/common.js';
import type { SchemaFacts } from '../spec/facts.js';
import { gradingSystem } from '../spec/grading-system-1.0.0.js';
import type { LeftOutSubject, UserReport } from '../spec/state.js';
import type { NamespaceTarget, SelectionTarget, Target } from '../target/logic/target.js';
import type { EmitOptions, EmittedTarget } from './options.js';

export interface EmitSurroundings {
  /** null: offline. */
  readonly client: HttpClient | null;
  readonly script: GraderIdentity;
  readonly newFence: () => string;
}

/** A target and everything one run needs for it. */
export interface RunContext<T extends Target = Target> {
  readonly options: EmitOptions;
  readonly surroundings: EmitSurroundings;
  readonly target: T;
  readonly folder: string;
  readonly now: Date;
  readonly key: string;
  /** Subjects that hand-ins of earlier runs have left out; they are due now. */
  readonly leftOut: readonly LeftOutSubject[];
  /** The default reason for re-gradings of this run. */
  readonly report: UserReport | null;
}

export type NamespaceContext = RunContext<NamespaceTarget>;
export type SelectionContext = RunContext<SelectionTarget>;

export interface TestedTools {
  /** Facts of every schema that has any, as of after the tests. */
  readonly facts: ReadonlyMap<string, SchemaFacts>;
  readonly secrets: readonly string[];
  readonly problems: readonly Problem[];
  /** `<schema>.<tool>` of every tool tested in this run. */
  readonly tools: ReadonlySet<string>;
}

/**
 * The result for a target before anything is asked.
 *
 * @param maxGrade of the target as a whole; default: the limit of its tier
 */
export function emptyResult(target: Target, maxGrade?: 'A' | 'B'): EmittedTarget {
  const { name, flow, tier } = target;
  return {
    target: name,
    flow,
    tier,
    maxGrade: maxGrade ?? gradingSystem.maxGrade[tier],
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
