import type { Usage } from '../../../evaluators/ask/call-meter.js';
import type { EvaluatorIdentity } from '../../../evaluators/logic/evaluator.js';
import type { AskingOptions } from '../../../evaluators/options.js';
import type { Problem } from '../../../problems/problem.js';
import type { EmitOptions } from '../../../runs/options.js';
import type { RollupStatus } from '../../../spec/vocabulary.js';

/** Options of stage 1 and of the evaluator; `asking` holds the evaluator's `concurrency` and `retries`. */
export interface CloseLoopOptions extends EmitOptions {
  readonly asking: AskingOptions;
  /**
   * Hand in the completely answered prompts even if other prompts of the run have no answer: the run is closed, and the
   * next run asks the remaining questions.
   */
  readonly allowMissing?: boolean;
}

/**
 * One run from its prompts to its entries. All numbers but `usage` count questions for a command or HTTP evaluator, and
 * prompts for a judge.
 */
export interface LoopTurn {
  readonly taskId: string;
  /** How many this command asked; answers that an interrupted command stored are not asked for again. */
  readonly asked: number;
  readonly reused: number;
  /** Answers from the cache. */
  readonly recalled: number;
  readonly scored: number;
  readonly unscored: number;
  readonly usage: Usage;
  /** Number of entries written. */
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
