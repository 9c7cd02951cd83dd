import type { PastRetention } from '../../grade/history.js';
import type { Problem } from '../../problems/problem.js';
import type { AreaId, Flow, NodeStatus } from '../../spec/vocabulary.js';
import type { NamedTargets } from '../../target/each-target.js';
import type { ScopeOption } from '../../target/logic/subjects.js';

export interface PlanOptions extends NamedTargets {
  readonly scope?: ScopeOption | undefined;
  /** File with thresholds that are only thought of. */
  readonly gradingSystem?: string | undefined;
  readonly now?: () => Date;
  readonly onProgress?: (done: number, total: number, what: string) => void;
}

/**
 * Why a node has to be graded, or can not be.
 *
 * - `pending`: nothing about it yet · `invalidated`: what was graded has changed · `stale`: answers have aged out
 * - `blocked`: something stands in its way · `gated`: it waits for other nodes · `asked again`: only with scope all
 */
export type DueKind = 'pending' | 'invalidated' | 'stale' | 'blocked' | 'gated' | 'asked again';

export interface PlannedNode {
  readonly node: string;
  readonly area: AreaId;
  readonly kind: DueKind;
  readonly reason: string;
  readonly status: NodeStatus;
}

/** What one run would send. */
export interface PlannedRun {
  readonly prompts: number;
  /** By the rule of the result. */
  readonly tokens: number;
  /** Tools without tests for their content, counted as if these passed. */
  readonly untested: number;
}

export interface ChangedNode {
  /** Empty for the target as a whole. */
  readonly node: string;
  readonly before: string;
  readonly after: string;
}

export interface PlannedTarget extends PastRetention {
  readonly target: string;
  readonly flow: Flow;
  readonly nodes: readonly PlannedNode[];
  readonly run: PlannedRun;
  /** A run whose prompts wait for their scores; emitting again continues it, or begins anew. */
  readonly open: { readonly taskId: string; readonly prompts: number } | null;
  /** What stops a run before it begins. */
  readonly refusals: readonly Problem[];
  /** Under other thresholds, where they were given. */
  readonly changes?: readonly ChangedNode[];
  readonly warnings: readonly Problem[];
}

export interface PlanResult {
  readonly status: boolean;
  readonly results: readonly PlannedTarget[];
  readonly total: { readonly prompts: number; readonly tokens: number };
  /** How tokens are counted, in words. */
  readonly rule: string;
  /** Version of the thresholds that were thought of. */
  readonly gradingSystem?: string;
  readonly errors: readonly Problem[];
}
