import type { Island } from '../island/island.js';
import type { Problem } from '../problems/problem.js';
import type { Shard } from '../target/logic/shard.js';
import type { Budget, Usage } from './ask/call-meter.js';
import type { Estimate } from './logic/estimate.js';
import type { Evaluator, EvaluatorIdentity, EvaluatorSpec } from './logic/evaluator.js';

export interface QueueOptions {
  /** `redis://host:port/db`; it may contain a password. */
  readonly address: string;
  /** Called with QUE-008 if calls wait and no worker is found. */
  readonly onIdle?: (warning: Problem) => void;
  /** How long to wait without a finished call before checking for workers; 10 seconds by default. */
  readonly idleAfterMs?: number;
  /** Called with the number of this command's calls that stay in the queue when the command ends. */
  readonly onQueued?: (calls: number) => void;
}

/** The evaluator, and limits on its calls. */
export interface AskingOptions extends Budget {
  readonly evaluator: EvaluatorSpec;
  /** Maximum number of concurrent calls. */
  readonly concurrency?: number;
  /** Maximum number of retries after a failed call. */
  readonly retries?: number;
  /** Minimum time between the starts of two calls, in milliseconds; 0 by default. */
  readonly throttleMs?: number;
  /** Folder of stored answers, which are not asked for again in any run. */
  readonly cache?: string;
  /** Workers make the calls, see `workOnQueue`; they have their own keys and options. */
  readonly queue?: QueueOptions | null;
  readonly signal?: AbortSignal;
  readonly now?: () => Date;
  /** Creates the evaluator from its description. */
  readonly openEvaluator?: (spec: EvaluatorSpec) => Promise<Evaluator>;
  readonly onProgress?: (done: number, total: number, what: string) => void;
  /** Receives how many answers this command has stored so far, from whatever run they are. */
  readonly onKept?: (answers: number) => void;
}

export interface EvaluateOptions extends AskingOptions {
  readonly island: Island;
  /** Names as a user types them. */
  readonly targets: readonly string[];
  readonly all?: boolean;
  /** Restricts these targets to one shard. */
  readonly shard?: Shard | null;
  /** Report the cost without making any call. */
  readonly dryRun?: boolean;
}

/** A question, or a whole prompt, without an answer. */
export interface Unscored {
  readonly prompt: string;
  /** null: one call asked the whole prompt. */
  readonly question: string | null;
  readonly problem: Problem;
}

export interface EvaluatedTarget {
  readonly target: string;
  readonly taskId: string;
  readonly evaluator: EvaluatorIdentity;
  /** Unit of one call. */
  readonly unit: 'question' | 'prompt';
  /** Number of questions or prompts in the run, depending on `unit`. */
  readonly total: number;
  /** How many were answered by an earlier command and not asked again. */
  readonly reused: number;
  /** How many were found in the cache and therefore not asked. */
  readonly recalled: number;
  /** How many this command asked; 0 in a dry run. */
  readonly asked: number;
  /** How many the evaluator answered when this command asked. */
  readonly scored: number;
  readonly unscored: readonly Unscored[];
  readonly prompts: { readonly total: number; readonly complete: number };
  /** Path, relative to the island, of the scores file, which holds only complete prompts; null if there are none. */
  readonly scoresPath: string | null;
  /** Cost of the remaining calls, estimated at the beginning. */
  readonly estimate: Estimate;
  /** What the calls took; with workers, only calls whose answer arrived are counted. */
  readonly usage: Usage;
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
