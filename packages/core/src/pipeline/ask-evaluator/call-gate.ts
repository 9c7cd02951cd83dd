import { setTimeout as delay } from 'node:timers/promises';
import pLimit from 'p-limit';
import type { EvaluatorFailure } from '../../model/evaluator.js';

/** A host that answers nobody for so long, or asks for it, is not waited for. */
const MAX_SILENCE_MS = 120_000;

export interface CallGateOptions {
  /** Calls under way at a time, at most. */
  readonly concurrency: number;
  /** Least time between the starts of two calls, in milliseconds; 0 by default. */
  readonly throttleMs?: number;
  /** Clock and sleep, for tests. */
  readonly surroundings?: Partial<Surroundings>;
}

interface Surroundings {
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Milliseconds of a clock that only goes forward. */
  readonly now: () => number;
}

/** The way to one host (or one command) for everybody who calls it: how many at a time, how often, and when not. */
export interface CallGate {
  readonly concurrency: number;
  /**
   * Makes a call when its turn comes. Where the host has refused everybody for too long no call is made, and the last
   * refusal is the outcome.
   */
  enter<T>(call: () => Promise<T>, signal: AbortSignal): Promise<T | EvaluatorFailure>;
  /** Holds back the calls of everybody, after `failure` asked for it. */
  pause(ms: number, failure: EvaluatorFailure): void;
  /** A call was answered. */
  ease(): void;
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

/**
 * Opens a gate. After a refusal only half as many calls go at a time, and one more for each round that is answered:
 * with all at once after each pause, a host that counts calls would refuse the same ones again and again.
 */
export function createCallGate({
  concurrency,
  throttleMs = 0,
  surroundings = {},
}: CallGateOptions): CallGate {
  const sleep = surroundings.sleep ?? ((ms: number, signal: AbortSignal) => delay(ms, undefined, { signal }));
  const now = surroundings.now ?? (() => performance.now());
  const limit = pLimit(concurrency);
  let nextStart = Number.NEGATIVE_INFINITY;
  let pausedUntil = Number.NEGATIVE_INFINITY;
  let refusal: EvaluatorFailure | null = null;
  let silentSince: number | null = null;
  let answered = 0;
  const waitForTurn = async (signal: AbortSignal): Promise<EvaluatorFailure | null> => {
    for (;;) {
      signal.throwIfAborted();
      const silence = pausedUntil - (silentSince ?? now());
      if (refusal && silence > MAX_SILENCE_MS) return { ...refusal, retry: false };
      const wait = Math.max(pausedUntil, nextStart) - now();
      if (wait <= 0) return null;
      await sleep(wait, signal);
    }
  };
  return {
    concurrency,
    enter: (call, signal) =>
      limit(async () => {
        const closed = await waitForTurn(signal);
        if (closed) return closed;
        nextStart = now() + throttleMs;
        return call();
      }),
    pause(ms, failure) {
      // The refusals of one burst are one refusal.
      if (now() >= pausedUntil) limit.concurrency = Math.max(1, Math.floor(limit.concurrency / 2));
      answered = 0;
      refusal = failure;
      silentSince ??= now();
      pausedUntil = Math.max(pausedUntil, now() + ms);
    },
    ease() {
      silentSince = null;
      if (limit.concurrency === concurrency) return;
      answered += 1;
      if (answered < limit.concurrency) return;
      answered = 0;
      limit.concurrency += 1;
    },
    sleep,
  };
}
