import { type EvaluationCache, storedEvaluation } from '../adapters/evaluation-cache.js';
import type { Evaluation, EvaluationOutcome, Evaluator, EvaluatorPayload } from '../model/evaluator.js';
import type { Problem } from '../model/problem.js';
import { type AskProgress, askEach } from './ask-evaluator/ask-each.js';
import { createCallGate } from './ask-evaluator/call-gate.js';

const DEFAULT_CONCURRENCY = 4;
const DEFAULT_RETRIES = 1;

export interface AskEvaluatorOptions {
  readonly evaluator: Evaluator;
  readonly payloads: readonly EvaluatorPayload[];
  /** Calls at a time; 4 by default. */
  readonly concurrency?: number;
  /** Further attempts after a failure; 1 by default. A 429 or 503 is tried 3 times more in any case. */
  readonly retries?: number;
  /** Least time between the starts of two calls, in milliseconds; 0 by default. */
  readonly throttleMs?: number;
  readonly cache?: EvaluationCache;
  /** Why a score is none for what is asked; null: it is one. A refused one is a failed call, and is not kept. */
  readonly refuse?: (evaluation: Evaluation) => Problem | null;
  readonly signal?: AbortSignal | undefined;
  /** Each outcome as it comes, with its place among the payloads. */
  readonly onOutcome?: (outcome: EvaluationOutcome, index: number) => void | Promise<void>;
  readonly onProgress?: (progress: AskProgress) => void;
}

/**
 * Asks an evaluator about many payloads (seed 004, design/evaluators).
 *
 * @returns an outcome for each payload, in their order
 * @throws as askEach: when it is aborted nothing is returned, but onOutcome has been told of what was complete
 */
export async function askEvaluator({
  evaluator,
  payloads,
  concurrency = DEFAULT_CONCURRENCY,
  retries = DEFAULT_RETRIES,
  throttleMs = 0,
  cache,
  refuse = () => null,
  signal,
  onOutcome,
  onProgress,
}: AskEvaluatorOptions): Promise<EvaluationOutcome[]> {
  const outcomes: EvaluationOutcome[] = new Array(payloads.length);
  // Read at each use: an HTTP evaluator learns its version, which is part of its key, from its first answer.
  const asked = (payload: EvaluatorPayload) => ({ evaluator: evaluator.cacheKey, question: payload });
  await askEach<EvaluatorPayload, { readonly evaluation: Evaluation }>({
    items: payloads,
    ask: async (payload, options) => {
      const outcome = await evaluator.evaluate(payload, options);
      const refused = 'evaluation' in outcome ? refuse(outcome.evaluation) : null;
      return refused ? { problem: refused, retry: true } : outcome;
    },
    gate: createCallGate({ concurrency, throttleMs }),
    retries,
    signal,
    ...(cache && {
      recall: async (payload) => {
        const evaluation = await cache.read(asked(payload), storedEvaluation);
        return evaluation && !refuse(evaluation) ? { evaluation } : null;
      },
      keep: (payload, { evaluation }) => cache.write(asked(payload), evaluation),
    }),
    onOutcome: (_, outcome, index) => {
      outcomes[index] = outcome;
      return onOutcome?.(outcome, index);
    },
    ...(onProgress && { onProgress }),
  });
  return outcomes;
}
