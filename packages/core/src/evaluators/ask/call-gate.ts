import type { EvaluatorFailure } from '../logic/evaluator.js';
import { CallMeter } from './call-meter.js';

/** We give up on a host that answers no call for this long, or that asks for a delay this long. */
const MAX_SILENCE_MS = 120_000;

export interface CallGateOptions {
  /** Maximum number of concurrent calls. */
  readonly concurrency: number;
  /** Minimum time between the starts of two calls, in milliseconds; 0 by default. */
  readonly throttleMs?: number;
  /** Counts the calls, and ends them when the budget is used up. */
  readonly meter?: CallMeter;
  /** Clock and timer, for tests. */
  readonly surroundings?: Surroundings;
}

interface Surroundings {
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  /** @returns a function that cancels the timer */
  readonly after: (ms: number, ring: () => void) => () => void;
}

interface Turn {
  /** Attempts so far: items with more attempts go first. */
  readonly attempts: number;
  readonly signal: AbortSignal;
}

/** Controls all calls to one host (or one command): how many run at a time, how often one starts, and when all wait. */
export interface CallGate {
  readonly concurrency: number;
  /**
   * Makes a call when its turn comes. If the host has refused all calls for too long, makes no call and returns the
   * last refusal; if the budget is used up, EVL-055.
   *
   * @throws the signal's abort reason if it is aborted before the turn comes
   */
  enter<T>(call: () => Promise<T>, turn: Turn): Promise<T | EvaluatorFailure>;
  /** Delays all calls, because `refusal` asked for a pause. */
  pause(ms: number, refusal: EvaluatorFailure): void;
  /** Records that a call was answered. */
  ease(): void;
  /** @throws the signal's abort reason if it is aborted before the time is up */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

interface Waiting {
  readonly attempts: number;
  /** Called with null when its turn comes, or with a refusal once the host is no longer called. */
  readonly go: (refusal: EvaluatorFailure | null) => void;
}

/**
 * Creates a gate. After a refusal it allows only half as many concurrent calls, and one more after each full round of
 * answers: if all calls resumed together after each pause, a host that counts calls would refuse the same ones
 * repeatedly.
 */
export function createCallGate({
  concurrency,
  throttleMs = 0,
  meter = new CallMeter(),
  surroundings: { now, after } = { now: () => performance.now(), after: setAlarm },
}: CallGateOptions): CallGate {
  const waiting: Waiting[] = [];
  let taken = 0;
  let allowed = concurrency;
  let answered = 0;
  let nextStart = Number.NEGATIVE_INFINITY;
  let pausedUntil = Number.NEGATIVE_INFINITY;
  let silentSince: number | null = null;
  let lastRefusal: EvaluatorFailure | null = null;
  let takeAlarmBack: (() => void) | null = null;

  const closedBy = () => {
    const refusal = meter.refusal();
    if (refusal) return refusal;
    const silence = pausedUntil - (silentSince ?? now());
    return lastRefusal && silence > MAX_SILENCE_MS ? { ...lastRefusal, retry: false } : null;
  };
  const admit = () => {
    takeAlarmBack?.();
    takeAlarmBack = null;
    for (;;) {
      const refusal = closedBy();
      if (refusal) for (const { go } of waiting.splice(0)) go(refusal);
      if (taken >= allowed || waiting.length === 0) return;
      const wait = Math.max(pausedUntil, nextStart) - now();
      if (wait > 0) {
        takeAlarmBack = after(wait, admit);
        return;
      }
      taken += 1;
      meter.countCall();
      nextStart = now() + throttleMs;
      waiting.shift()?.go(null);
    }
  };
  const waitForTurn = ({ attempts, signal }: Turn) =>
    abortable<EvaluatorFailure | null>(signal, (resolve) => {
      const own = { attempts, go: resolve };
      const behind = waiting.findIndex((other) => other.attempts < attempts);
      waiting.splice(behind < 0 ? waiting.length : behind, 0, own);
      admit();
      return () => {
        waiting.splice(waiting.indexOf(own), 1);
        admit();
      };
    });

  return {
    concurrency,
    async enter(call, turn) {
      const refusal = await waitForTurn(turn);
      if (refusal) return refusal;
      try {
        return await call();
      } finally {
        taken -= 1;
        admit();
      }
    },
    pause(ms, refusal) {
      // Several refusals in one burst count as a single refusal.
      if (now() >= pausedUntil) allowed = Math.max(1, Math.floor(allowed / 2));
      answered = 0;
      lastRefusal = refusal;
      silentSince ??= now();
      pausedUntil = Math.max(pausedUntil, now() + ms);
      admit();
    },
    ease() {
      silentSince = null;
      answered += 1;
      if (answered < allowed || allowed === concurrency) return;
      answered = 0;
      allowed += 1;
      admit();
    },
    sleep: (ms, signal) => abortable<void>(signal, (resolve) => after(ms, resolve)),
  };
}

/** A promise that rejects when the signal is aborted; `begin` returns a function that undoes what `begin` started. */
function abortable<T>(signal: AbortSignal, begin: (resolve: (value: T) => void) => () => void): Promise<T> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const onAbort = () => {
      takeBack();
      reject(signal.reason);
    };
    signal.addEventListener('abort', onAbort, { once: true });
    const takeBack = begin((value) => {
      signal.removeEventListener('abort', onAbort);
      resolve(value);
    });
  });
}

function setAlarm(ms: number, ring: () => void): () => void {
  const timer = setTimeout(ring, ms);
  return () => clearTimeout(timer);
}
