import type { Island } from '../island/island.js';
import type { Problem } from '../problems/problem.js';
import type { HandlerMode } from '../sandbox/logic/handlers.js';
import { rulesOfRun } from '../spec/books/registered.js';
import type { RegradingTrigger } from '../spec/entry.js';
import type { TestRecord } from '../spec/facts.js';
import type { GatedArea, PretestReport, SkippedArea } from '../spec/prompts.js';
import type {
  AggregateGrade,
  AreaId,
  Flow,
  GradingMode,
  Persona,
  Tier,
  VetoTrigger,
} from '../spec/vocabulary.js';
import type { Shard } from '../target/logic/shard.js';
import type { ScopeOption } from '../target/logic/subjects.js';
import type { NamedTarget } from '../target/targets.js';
import type { OnProgress } from '../values/on-progress.js';

export const CONFLICT_POLICIES = ['skip', 'overwrite', 'abort'] as const;
export type ConflictPolicy = (typeof CONFLICT_POLICIES)[number];

export interface EmitOptions {
  readonly island: Island;
  readonly targets: readonly NamedTarget[];
  readonly all?: boolean;
  /** Restricts these targets to one shard. */
  readonly shard?: Shard | null;
  /** Make no requests; use facts that still apply. */
  readonly offline?: boolean;
  /** File with the API keys, and how to show its path; null if no key is used. */
  readonly keys?: { readonly path: string; readonly shownAs: string } | null;
  /** Name of a key → hosts that may receive the key besides its owner's hosts. */
  readonly sendKeys?: Readonly<Record<string, readonly string[]>>;
  /** Hosts whose addresses may be private. */
  readonly allowHosts?: readonly string[];
  /** Origin → origin to call instead. */
  readonly originMap?: Readonly<Record<string, string>>;
  /** Use facts however they were gathered: a plan does not know the options of the later run. */
  readonly anyFacts?: boolean;
  /** Run tests of tools that are not read-only. */
  readonly allowWrites?: boolean;
  /**
   * How to treat handler code: run it in a separate engine (the default), do not run it, or trust it (decision 0049).
   */
  readonly handlers?: HandlerMode;
  /** Folder whose `node_modules` holds the libraries for handler code; used only with `trust`. */
  readonly libraries?: { readonly path: string; readonly shownAs: string };
  /** Only these areas. */
  readonly areas?: readonly AreaId[] | null;
  readonly scope?: ScopeOption;
  /** `partial` asks chosen questions again and keeps the aggregate grade of the last full grading. */
  readonly mode?: GradingMode;
  /** Ids of the questions that a partial run asks. */
  readonly questions?: readonly string[];
  /**
   * Persona that grades the areas that ask for one. Default: schema-maintainer--documentation-dx-reviewer for a
   * namespace, the first declared persona for a selection.
   */
  readonly persona?: Persona;
  /** Why graded content is graded again; with scope `all` the run also asks about an unchanged rejected node. */
  readonly regrade?: RegradeReason | null;
  readonly concurrency?: number;
  /** Minimum time between two requests to one host, in milliseconds. */
  readonly throttleMs?: number;
  /** Time limit for one whole request, in milliseconds. */
  readonly timeoutMs?: number;
  readonly maxTurns?: number;
  /** Write the prompts as one skill for an agent, too, whatever the specification asks for. */
  readonly asSkill?: boolean;
  /** Instead of a selection that waits for its members, emit the runs that those members need. */
  readonly chain?: boolean;
  readonly onConflict?: ConflictPolicy;
  /** Refuse to replace an open run whose answers could still be handed in. */
  readonly keepOpenRun?: boolean;
  readonly now?: () => Date;
  /** Letters and digits that no schema can predict; they fence off quoted text. */
  readonly newFence?: () => string;
  /** Called before each target, and then before each of its tests. */
  readonly onProgress?: OnProgress;
}

export interface RegradeReason {
  readonly triggeredBy: RegradingTrigger['triggeredBy'];
  /** Only for a user-report. */
  readonly reportedIssue?: string;
  readonly requestedBy?: string;
}

export interface RaisedVeto {
  readonly node: string;
  readonly triggeredBy: VetoTrigger;
  readonly evidence: string;
}

/** The outcome of a declared test that was run again. */
export type RepeatedTest = Pick<
  TestRecord,
  'test' | 'description' | 'status' | 'httpStatus' | 'working' | 'durationMs' | 'error'
> & {
  /** The new record, relative to the island. */
  readonly record: string;
};

/** A node with a new entry of the same answers. */
export interface RegradedNode {
  readonly node: string;
  readonly from: AggregateGrade;
  readonly to: AggregateGrade;
}

export interface EmittedTarget {
  readonly target: string;
  readonly flow: Flow;
  readonly tier: Tier;
  readonly maxGrade: 'A' | 'B';
  readonly taskId: string | null;
  /** Relative to the island. */
  readonly promptsPath: string | null;
  /** The same prompts as one skill for an agent; absent if none was written. */
  readonly skillPath?: string;
  readonly statePath: string | null;
  readonly promptCount: number;
  readonly pretests: readonly PretestReport[];
  readonly vetoes: readonly RaisedVeto[];
  /** Nodes whose stored answers were graded by a newer gradingSystem; absent if there are none. */
  readonly regraded?: readonly RegradedNode[];
  /** The test that was repeated, for a target that is one test. */
  readonly repeated?: RepeatedTest;
  readonly blocked: readonly { readonly node: string; readonly reason: string }[];
  readonly skippedAreas: readonly SkippedArea[];
  readonly gatedAreas: readonly GatedArea[];
  /** Whether an open run was continued; if so, nothing was requested or written. */
  readonly skipped: boolean;
  /** Nothing was due. */
  readonly nothingDue: boolean;
  /** What a selection with unstable members waits for, and what to do about it. */
  readonly gate?: Problem;
  /** Problems that stopped the run before it began. */
  readonly refusals: readonly Problem[];
  readonly warnings: readonly Problem[];
}

export interface EmitResult {
  readonly status: boolean;
  readonly stage: 1;
  readonly results: readonly EmittedTarget[];
  /** Selections that a shard leaves out because they depend on namespaces from all shards; emit them afterwards. */
  readonly leftOut?: readonly string[];
  readonly errors: readonly Problem[];
}

/** The part of a run key that depends on the options common to all targets. */
export function askedFor(options: EmitOptions) {
  return {
    areas: options.areas ? [...options.areas].sort() : null,
    due: options.scope ?? 'pending',
    mode: options.mode ?? 'full',
    questions: [...(options.questions ?? [])].sort(),
    persona: options.persona ?? null,
    regrade: options.regrade ?? null,
    ...rulesOfRun(options.island.book),
  };
}
