import { createEvaluator } from '../../adapters/evaluators/create-evaluator.js';
import { preflight } from '../../adapters/evaluators/preflight.js';
import type { AreaPart } from '../../engine/evaluator/build-scores.js';
import type { Evaluator } from '../../model/evaluator.js';
import { GradingError, type Problem } from '../../model/problem.js';
import { describeProblem } from '../../tables/error-codes.js';
import { askEach } from '../ask-evaluator/ask-each.js';
import { createCallGate } from '../ask-evaluator/call-gate.js';
import type { Call, CallOutcome } from './calls.js';
import type { AskingOptions } from './options.js';

const DEFAULTS = { concurrency: 4, retries: 1 };

/** An evaluator for one command, which may ask it about several targets. */
export interface Asking {
  readonly evaluator: Evaluator;
  readonly options: AskingOptions;
  /** The evaluator was tried out and can not be asked. */
  readonly unfit: boolean;
  /**
   * Tries the evaluator out before its first call, once.
   *
   * @param first what will be asked first
   * @throws GradingError of the preflight
   */
  tryOut(first: Call): Promise<void>;
  /** Asks, and tells of each outcome as it comes. */
  ask(
    calls: readonly Call[],
    what: string,
    onOutcome: (call: Call, outcome: CallOutcome) => void,
  ): Promise<void>;
}

/** Opens an evaluator, does something with it, and closes it whatever comes of that. */
export async function withEvaluator<T>(
  options: AskingOptions,
  work: (asking: Asking) => Promise<T>,
): Promise<T> {
  const evaluator = await (options.openEvaluator ?? createEvaluator)(options.evaluator);
  try {
    return await work(openAsking(evaluator, options));
  } finally {
    await evaluator.close();
  }
}

function openAsking(evaluator: Evaluator, options: AskingOptions): Asking {
  const { concurrency = DEFAULTS.concurrency, retries = DEFAULTS.retries, signal, onProgress } = options;
  const gate = createCallGate({ concurrency });
  // null: not tried out yet.
  let trial: { readonly found: Problem | null } | null = null;
  return {
    evaluator,
    options,
    get unfit() {
      return Boolean(trial?.found);
    },
    tryOut: async ({ payload }) => {
      const { taskModel } = options.evaluator;
      const example = payload?.example ?? null;
      trial ??= { found: await preflight(evaluator, { example, taskModel, ...(signal && { signal }) }) };
      if (trial.found) throw errorOf(trial.found);
    },
    ask: async (calls, what, onOutcome) => {
      onProgress?.(0, calls.length, what);
      await askEach<Call, { readonly part: AreaPart }>({
        items: calls,
        ask: (call, given) => call.ask(given.signal),
        gate,
        retries,
        onOutcome,
        onProgress: ({ done, total }) => onProgress?.(done, total, what),
        signal,
      });
    },
  };
}

/** Ends a command, or the work on a target, for a problem that somebody else has found. */
export function errorOf(found: Problem): GradingError {
  return new GradingError(found, `${found.code}: ${describeProblem(found).message}`);
}
