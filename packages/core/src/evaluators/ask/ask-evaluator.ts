import type { Problem } from '../../problems/problem.js';
import { isRecord } from '../../values/is-record.js';
import { type EvaluationCache, storedEvaluation } from '../evaluation-cache.js';
import type { Evaluation, Evaluator, EvaluatorFailure, EvaluatorPayload } from '../logic/evaluator.js';
import { type AskProgress, askEach, DEFAULT_RETRIES } from './ask-each.js';
import { createCallGate } from './call-gate.js';

const DEFAULT_CONCURRENCY = 4;

/** An evaluation and the time it was given; an evaluation from a cache keeps its original time. */
export interface DatedEvaluation {
  readonly evaluation: Evaluation;
  /** ISO format, in UTC. */
  readonly at: string;
}

export type DatedOutcome = DatedEvaluation | EvaluatorFailure;

export interface AskEvaluatorOptions {
  readonly evaluator: Evaluator;
  readonly payloads: readonly EvaluatorPayload[];
  /** Maximum number of concurrent calls; 4 by default. */
  readonly concurrency?: number;
  /** Maximum number of retries after a failure; 1 by default. Those after a 429 or 503 are counted apart, up to 3. */
  readonly retries?: number;
  /** Minimum time between the starts of two calls, in milliseconds; 0 by default. */
  readonly throttleMs?: number;
  readonly cache?: EvaluationCache;
  /** Why a score is not valid here; null: it is valid. A refused score counts as a failed call and is not stored. */
  readonly refuse?: (evaluation: Evaluation) => Problem | null;
  readonly signal?: AbortSignal | undefined;
  readonly now?: () => Date;
  /** Receives each outcome as it arrives, with the index of its payload. */
  readonly onOutcome?: (outcome: DatedOutcome, index: number) => void | Promise<void>;
  readonly onProgress?: (progress: AskProgress) => void;
}

/**
 * Asks an evaluator about many payloads (seed 004, design/evaluators).
 *
 * @returns one outcome per payload, in the same order
 * @throws as `askEach` does: nothing is returned after an abort, but onOutcome has received every complete outcome
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
  now = () => new Date(),
  onOutcome,
  onProgress,
}: AskEvaluatorOptions): Promise<DatedOutcome[]> {
  const outcomes: DatedOutcome[] = new Array(payloads.length);
  // Read the key on every use: an HTTP evaluator learns its version, which is part of the key, from its first answer.
  const asked = (payload: EvaluatorPayload) => ({ evaluator: evaluator.cacheKey, question: payload });
  await askEach<EvaluatorPayload, DatedEvaluation>({
    items: payloads,
    ask: async (payload, options) => {
      const outcome = await evaluator.evaluate(payload, options);
      if ('problem' in outcome) return outcome;
      const refused = refuse(outcome.evaluation);
      return refused ? { problem: refused, retry: true } : { ...outcome, at: now().toISOString() };
    },
    gate: createCallGate({ concurrency, throttleMs }),
    retries,
    signal,
    ...(cache && {
      recall: async (payload) => {
        const known = await cache.read(asked(payload), storedAnswer);
        if (known === null || known.at === null || refuse(known.evaluation)) return null;
        return { evaluation: known.evaluation, at: known.at };
      },
      keep: (payload, { evaluation, at }) => cache.write(asked(payload), { at, ...evaluation }),
    }),
    onOutcome: (_, outcome, index) => {
      outcomes[index] = outcome;
      return onOutcome?.(outcome, index);
    },
    ...(onProgress && { onProgress }),
  });
  return outcomes;
}

/** An answer stored by an earlier version has no time, so it is asked for again. */
function storedAnswer(
  stored: unknown,
): { readonly evaluation: Evaluation; readonly at: string | null } | null {
  const evaluation = storedEvaluation(stored);
  const at: unknown = isRecord(stored) ? stored.at : undefined;
  const isTime = typeof at === 'string' && Number.isFinite(Date.parse(at));
  return evaluation && { evaluation, at: isTime ? at : null };
}
