import type { EvaluatorIdentity } from '../../../evaluators/logic/evaluator.js';
import type { AskingOptions } from '../../../evaluators/options.js';
import type { Problem } from '../../../problems/problem.js';
import type { EmitOptions } from '../../../runs/options.js';
import type { RollupStatus } from '../../../spec/vocabulary.js';

/** What is emitted is said as in stage 1; `concurrency` and `retries` of the evaluator stand in `asking`. */
export interface CloseLoopOptions extends EmitOptions {
  readonly asking: AskingOptions;
  /** Hand prompts in though others of the run have no answer: the run is closed, and these are asked in the next one. */
  readonly allowMissing?: boolean;
}

/** One run from its prompts to its entries. Counts are questions of a command or HTTP evaluator, prompts of a judge. */
export interface LoopTurn {
  readonly taskId: string;
  /** Put to the evaluator now; answers that an interrupted command had already are not asked again. */
  readonly asked: number;
  readonly reused: number;
  /** Found in the cache. */
  readonly recalled: number;
  readonly scored: number;
  readonly unscored: number;
  /** Entries. */
  readonly written: number;
}

export interface LoopedTarget {
  readonly target: string;
  readonly evaluator: EvaluatorIdentity;
  readonly turns: readonly LoopTurn[];
  readonly rollupStatus: RollupStatus;
  readonly rollupGrade: string | null;
  readonly warnings: readonly Problem[];
}

export interface CloseLoopResult {
  readonly status: boolean;
  readonly results: readonly LoopedTarget[];
  /** As in stage 1. */
  readonly leftOut?: readonly string[];
  readonly errors: readonly Problem[];
}
