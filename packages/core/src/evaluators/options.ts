import type { Island } from '../island/island.js';
import type { Problem } from '../problems/problem.js';
import type { Shard } from '../target/logic/shard.js';
import type { Estimate } from './logic/estimate.js';
import type { Evaluator, EvaluatorIdentity, EvaluatorSpec } from './logic/evaluator.js';

export interface QueueOptions {
  /** `redis://host:port/db`; it may hold a password. */
  readonly address: string;
  /** QUE-008, when calls wait and no worker is seen. */
  readonly onIdle?: (warning: Problem) => void;
  /** So long no call has ended; 10 seconds by default. */
  readonly idleAfterMs?: number;
  /** How many calls of this command stay in the queue if it ends now. */
  readonly onQueued?: (calls: number) => void;
}

/** Who answers, and how often it is asked at a time. */
export interface AskingOptions {
  readonly evaluator: EvaluatorSpec;
  /** Calls at a time. */
  readonly concurrency?: number;
  /** Further attempts after a failed call. */
  readonly retries?: number;
  /** Least time between the starts of two calls, in milliseconds; 0 by default. */
  readonly throttleMs?: number;
  /** A folder of answers; what it holds is not asked again, in whichever run. */
  readonly cache?: string;
  /** Calls are made by workers, see `workOnQueue`; what they need to make them is theirs. */
  readonly queue?: QueueOptions | null;
  readonly signal?: AbortSignal;
  readonly now?: () => Date;
  /** Makes the evaluator of its description. */
  readonly openEvaluator?: (spec: EvaluatorSpec) => Promise<Evaluator>;
  readonly onProgress?: (done: number, total: number, what: string) => void;
}

export interface EvaluateOptions extends AskingOptions {
  readonly island: Island;
  /** Names as a user types them. */
  readonly targets: readonly string[];
  readonly all?: boolean;
  /** Of these, only those of this shard. */
  readonly shard?: Shard | null;
  /** Say what it would cost, and ask nobody. */
  readonly dryRun?: boolean;
}

/** A question, or a whole prompt, that has no answer. */
export interface Unscored {
  readonly prompt: string;
  /** null: all of the prompt was asked at once. */
  readonly question: string | null;
  readonly problem: Problem;
}

export interface EvaluatedTarget {
  readonly target: string;
  readonly taskId: string;
  readonly evaluator: EvaluatorIdentity;
  /** What one call asks. */
  readonly unit: 'question' | 'prompt';
  /** All the run asks, in these units. */
  readonly total: number;
  /** Answered by an earlier command, and not asked again. */
  readonly reused: number;
  /** Of the others, found in the cache. */
  readonly recalled: number;
  /** Asked now; 0 in a dry run. */
  readonly asked: number;
  /** Answered now, by the evaluator. */
  readonly scored: number;
  readonly unscored: readonly Unscored[];
  readonly prompts: { readonly total: number; readonly complete: number };
  /** The scores file, relative to the island: complete prompts only; null without any. */
  readonly scoresPath: string | null;
  /** What the calls that are still to be made would cost, at the beginning. */
  readonly estimate: Estimate;
  readonly warnings: readonly Problem[];
}

export interface EvaluateResult {
  readonly status: boolean;
  readonly stage: 2;
  readonly dryRun: boolean;
  /** How tokens were estimated. */
  readonly tokenRule: string;
  readonly results: readonly EvaluatedTarget[];
  readonly errors: readonly Problem[];
}
