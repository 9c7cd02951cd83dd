import type { Problem } from '../../problems/problem.js';
import { isRecord } from '../../values/is-record.js';
import { type EvaluationCache, storedEvaluation } from '../evaluation-cache.js';
import type { Evaluation, Evaluator, EvaluatorFailure, EvaluatorPayload } from '../logic/evaluator.js';
import { type AskProgress, askEach, DEFAULT_RETRIES } from './ask-each.js';
import { createCallGate } from './call-gate.js';
import { CallMeter } from './call-meter.js';

const DEFAULT_CONCURRENCY = 4;

/** An evaluation and the time it was given; an evaluation from a cache keeps its original time. */
export interface DatedEvaluation {
  readonly evaluation: Evaluation;
  /** ISO format, in UTC. */
  readonly at: string;
}

export type DatedOutcome = DatedEvaluation | EvaluatorFailure;

/** Samples of an evaluator with `sampling`, by the index of their payload and their number from 1 on. */
export interface StoredSamples {
  readonly sampleOf: (index: number, sample: number) => DatedEvaluation | undefined;
  readonly addSample: (index: number, sample: number, answer: DatedEvaluation) => void;
}

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
  readonly meter?: CallMeter;
  /** Samples that survive an interruption. */
  readonly samples?: StoredSamples;
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
  meter = new CallMeter(),
  samples: stored,
  refuse = () => null,
  signal,
  now = () => new Date(),
  onOutcome,
  onProgress,
}: AskEvaluatorOptions): Promise<DatedOutcome[]> {
  const outcomes: DatedOutcome[] = new Array(payloads.length);
  // Read the key on every use: an HTTP evaluator learns its version, which is part of the key, from its first answer.
  const asked = (index: number, sample?: number) => ({
    evaluator: evaluator.cacheKey,
    question: payloads[index],
    ...(sample !== undefined && { sample }),
  });
  const recall = async (index: number, sample?: number): Promise<DatedEvaluation | null> => {
    const known = (await cache?.read(asked(index, sample), storedAnswer)) ?? null;
    if (known === null || known.at === null || refuse(known.evaluation)) return null;
    return { evaluation: known.evaluation, at: known.at };
  };
  const keep = async (index: number, { evaluation, at }: DatedEvaluation, sample?: number) =>
    cache?.write(asked(index, sample), { at, ...evaluation });
  const { sampling } = evaluator;
  await askEach<number, DatedEvaluation>({
    items: payloads.map((_, index) => index),
    ask: async (index, { signal, sample }) => {
      const payload = payloads[index] as EvaluatorPayload;
      const outcome = await evaluator.evaluate(payload, { signal, sample, onTokens: meter.countTokens });
      if ('problem' in outcome) return outcome;
      const refused = refuse(outcome.evaluation);
      return refused ? { problem: refused, retry: true } : { ...outcome, at: now().toISOString() };
    },
    sampling: sampling
      ? {
          count: sampling.count,
          merge: (samples) => ({
            evaluation: sampling.merge(samples.map(({ evaluation }) => evaluation)),
            at: lastOf(samples),
          }),
          recall: async (index, sample) => stored?.sampleOf(index, sample) ?? recall(index, sample),
          keep: async (index, sample, answer) => {
            stored?.addSample(index, sample, answer);
            await keep(index, answer, sample);
          },
        }
      : null,
    gate: createCallGate({ concurrency, throttleMs, meter }),
    retries,
    signal,
    recall,
    keep,
    onOutcome: (index, outcome) => {
      outcomes[index] = outcome;
      return onOutcome?.(outcome, index);
    },
    ...(onProgress && { onProgress }),
  });
  return outcomes;
}

/** The time of the last answer, as ISO text. */
export function lastOf(answers: readonly { readonly at: string }[]): string {
  return answers.reduce((last, { at }) => (at > last ? at : last), '');
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
