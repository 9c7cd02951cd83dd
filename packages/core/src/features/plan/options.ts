import type { PastRetention } from '../../grade/ageing.js';
import type { Problem } from '../../problems/problem.js';
import type { BookVersions, FreedTools } from '../../spec/books/registered.js';
import type { AreaId, Flow, NodeStatus } from '../../spec/vocabulary.js';
import type { ScopeOption } from '../../target/logic/subjects.js';
import type { NamedTargets } from '../../target/targets.js';
import type { ChangedNode } from './logic/compare-indexes.js';

export interface PlanOptions extends NamedTargets {
  readonly scope?: ScopeOption | undefined;
  /** Known version of the gradingSystem, or file with hypothetical thresholds. */
  readonly gradingSystem?: string | undefined;
  /** Plan as if the island followed these versions of the rules, and compare. */
  readonly rules?: readonly string[] | undefined;
  readonly now?: () => Date;
  readonly onProgress?: (done: number, total: number, what: string) => void;
}

/**
 * Why a node has to be graded, or why it cannot be.
 *
 * - `pending`: not graded yet · `invalidated`: the graded content has changed · `stale`: answers are too old
 * - `rescore`: the rules have changed so that it has to be scored again
 * - `blocked`: an obstacle must be removed first · `gated`: it waits for other nodes · `asked again`: only with scope
 *   all
 */
export type DueKind = 'pending' | 'invalidated' | 'stale' | 'rescore' | 'blocked' | 'gated' | 'asked again';

export interface PlannedNode {
  readonly node: string;
  readonly area: AreaId;
  readonly kind: DueKind;
  readonly reason: string;
  readonly status: NodeStatus;
}

/** Size of one run. */
export interface PlannedRun {
  readonly prompts: number;
  /** Number of tokens, counted as `rule` in the result describes. */
  readonly tokens: number;
  /** Tools whose current content has no tests; they are counted as if their tests had passed. */
  readonly untested: number;
}

export interface PlannedTarget extends PastRetention {
  readonly target: string;
  readonly flow: Flow;
  readonly nodes: readonly PlannedNode[];
  readonly run: PlannedRun;
  /** A run whose prompts wait for their scores; emitting again continues it, or begins a new one. */
  readonly open: { readonly taskId: string; readonly prompts: number } | null;
  /** Problems that would stop a run before it begins. */
  readonly refusals: readonly Problem[];
  /** Changes under hypothetical thresholds or other rules, if any were given. */
  readonly changes?: readonly ChangedNode[];
  /** Number of tools that other rules would no longer block, if any were given. */
  readonly freed?: number;
  /** Areas that would be held back under other rules, and are not now, if any were given. */
  readonly held?: readonly AreaId[];
  readonly warnings: readonly Problem[];
}

export interface PlanResult {
  readonly status: boolean;
  readonly results: readonly PlannedTarget[];
  readonly total: { readonly prompts: number; readonly tokens: number };
  /** How tokens are counted, as text. */
  readonly rule: string;
  /** Version of the hypothetical thresholds. */
  readonly gradingSystem?: string;
  /** The rules that the plan assumes, if they were given. */
  readonly rules?: BookVersions;
  /** Absent if a newer specification would free no tool. */
  readonly freed?: FreedTools;
  readonly errors: readonly Problem[];
}
