import { problem } from '../../problems/error-codes.js';
import type { Problem } from '../../problems/problem.js';
import type { CallTokens, EvaluatorFailure } from '../logic/evaluator.js';

/** Limits on what one command may spend, its trial call and retries included. */
export interface Budget {
  readonly maxCalls?: number | undefined;
  /** Tokens sent and received. Calls under way are finished, so that it may be exceeded by theirs. */
  readonly maxTokens?: number | undefined;
}

/** What calls took, as measured. */
export interface Usage {
  /** Number of calls, including those that failed. */
  readonly calls: number;
  /** Only for a judge. */
  readonly tokens?: {
    readonly in: number;
    readonly out: number;
    /** Number of calls whose tokens are estimated, because the provider did not report them; absent: none. */
    readonly estimated?: number;
  };
}

/** Counts the calls of a command, and says when its budget is used up. */
export class CallMeter {
  readonly #budget: Budget;
  #calls = 0;
  #counted = 0;
  #tokens = { in: 0, out: 0, estimated: 0 };

  constructor(budget: Budget = {}) {
    this.#budget = budget;
  }

  countCall(): void {
    this.#calls += 1;
  }

  readonly countTokens = (tokens: CallTokens): void => {
    this.#counted += 1;
    this.#tokens.in += tokens.in;
    this.#tokens.out += tokens.out;
    if (tokens.isEstimated) this.#tokens.estimated += 1;
  };

  /** EVL-055 if the budget is used up, so that no further call may start; otherwise null. */
  refusal(): EvaluatorFailure | null {
    const { maxCalls, maxTokens } = this.#budget;
    const budget =
      maxCalls !== undefined && this.#calls >= maxCalls
        ? `--max-calls ${maxCalls}`
        : maxTokens !== undefined && this.#tokens.in + this.#tokens.out >= maxTokens
          ? `--max-tokens ${maxTokens}`
          : null;
    if (budget === null) return null;
    return { problem: problem('EVL-055', undefined, { budget, missing: 1 }), retry: false };
  }

  /**
   * Starts to measure a part of the calls.
   *
   * @returns a function that returns what was used since then
   */
  start(): () => Usage {
    const [calls, counted, tokens] = [this.#calls, this.#counted, { ...this.#tokens }];
    return () => {
      const estimated = this.#tokens.estimated - tokens.estimated;
      return {
        calls: this.#calls - calls,
        ...(this.#counted > counted && {
          tokens: {
            in: this.#tokens.in - tokens.in,
            out: this.#tokens.out - tokens.out,
            ...(estimated > 0 && { estimated }),
          },
        }),
      };
    };
  }
}

/** A failure whose EVL-055 says how many calls its item still needs; any other failure stays unchanged. */
export function withMissing(failure: EvaluatorFailure, missing: number): EvaluatorFailure {
  const { problem: found } = failure;
  if (found.code !== 'EVL-055') return failure;
  return { ...failure, problem: { ...found, args: { ...found.args, missing } } };
}

/**
 * Replaces every EVL-055 with one EVL-056 that adds them up.
 *
 * @param what names what the calls are missing for
 */
export function sumUnpaid(problems: readonly Problem[], what: string): Problem[] {
  const unpaid = problems.filter(({ code }) => code === 'EVL-055');
  const [first] = unpaid;
  if (!first) return [...problems];
  const missing = unpaid.reduce((sum, { args }) => sum + Number(args?.missing), 0);
  const args = { budget: first.args?.budget ?? '', missing, what };
  return [...problems.filter(({ code }) => code !== 'EVL-055'), problem('EVL-056', undefined, args)];
}
