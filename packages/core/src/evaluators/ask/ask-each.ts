import { setMaxListeners } from 'node:events';
import pLimit from 'p-limit';
import type { EvaluatorFailure } from '../logic/evaluator.js';
import type { CallGate } from './call-gate.js';
import { withMissing } from './call-meter.js';

/** Number of retries after a failed call, unless the caller sets another number. */
export const DEFAULT_RETRIES = 1;
/** Maximum number of extra retries after a host reports that it is busy (429, 503). */
const MAX_REFUSALS = 3;
const FIRST_REFUSAL_PAUSE_MS = 1_000;
const FIRST_FAILURE_PAUSE_MS = 500;
const MAX_BACKOFF_MS = 30_000;

export interface AskProgress {
  readonly done: number;
  readonly total: number;
  readonly failed: number;
  /** How many of the finished items needed no call. */
  readonly known: number;
}

/**
 * How the answer to an item is merged from several calls. Each sample is retried and stored by itself; a sample that
 * fails ends its item, and those before it remain stored.
 */
export interface Sampling<Item, Answer extends object> {
  /** Number of samples for one answer; the most with `isEnough`. */
  readonly count: number;
  /** Whether an answer needs no further sample; absent: only `count` decides. */
  readonly isEnough?: (item: Item, samples: readonly Answer[]) => boolean;
  readonly merge: (samples: readonly Answer[]) => Answer;
  /** Returns a sample from an earlier run. */
  readonly recall: (item: Item, sample: number) => Promise<Answer | null>;
  /** Stores a sample for later runs, before it is used. */
  readonly keep: (item: Item, sample: number, answer: Answer) => Promise<void>;
}

export interface Attempt {
  readonly signal: AbortSignal;
  /** Number of the sample, from 1 on; undefined without sampling. */
  readonly sample: number | undefined;
}

export interface AskEachOptions<Item, Answer extends object> {
  readonly items: readonly Item[];
  /** Makes one attempt. A failure states whether a retry may help. */
  readonly ask: (item: Item, attempt: Attempt) => Promise<Answer | EvaluatorFailure>;
  /** Absent: one call gives the answer. */
  readonly sampling?: Sampling<Item, Answer> | null;
  /** Shared by all callers of the same host. */
  readonly gate: CallGate;
  /** Maximum number of retries after a failure; those after a 429 or 503 are counted separately, up to 3. */
  readonly retries: number;
  /** Returns an answer from an earlier run, which needs no call and no place in the gate. */
  readonly recall?: (item: Item) => Promise<Answer | null>;
  /** Stores an answer for later runs. */
  readonly keep?: (item: Item, answer: Answer) => Promise<void>;
  /** Receives each outcome as it arrives, one at a time: the next outcome waits for the returned promise. */
  readonly onOutcome: (item: Item, outcome: Answer | EvaluatorFailure, index: number) => void | Promise<void>;
  readonly onProgress?: (progress: AskProgress) => void;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Asks about many items, several at a time, and repeats a call if that may help. A failure is the outcome of its item
 * and does not stop the others. Keeps no outcome in memory once it has been passed on.
 *
 * @throws the abort reason of `signal` if it is aborted, or whatever ask, recall, keep or onOutcome threw. By then,
 *   running calls have been cancelled and have ended, complete answers have been passed on, and no further call starts
 */
export async function askEach<Item, Answer extends object>(
  options: AskEachOptions<Item, Answer>,
): Promise<void> {
  const { items, gate, signal } = options;
  const stop = new AbortController();
  // There are as many listeners as concurrent calls; that is not a leak.
  setMaxListeners(0, stop.signal);
  const onAbort = () => stop.abort(signal?.reason);
  signal?.addEventListener('abort', onAbort, { once: true });
  if (signal?.aborted) onAbort();
  const queue = items.entries();
  const tell = createTeller(options);
  const work = async () => {
    for (const [index, item] of queue) {
      stop.signal.throwIfAborted();
      const known = (await options.recall?.(item)) ?? null;
      const { outcome, isKnown } = known
        ? { outcome: known, isKnown: true }
        : await answer(item, options, stop.signal);
      if (isFailure(outcome)) stop.signal.throwIfAborted();
      else if (known === null) await options.keep?.(item, outcome);
      await tell({ item, outcome, index, isKnown });
    }
  };
  try {
    const workers = Array.from({ length: Math.min(gate.concurrency, items.length) }, () =>
      work().catch((error: unknown) => stop.abort(error)),
    );
    await Promise.all(workers);
    stop.signal.throwIfAborted();
  } finally {
    signal?.removeEventListener('abort', onAbort);
  }
}

/** Gets the answer to one item, sample by sample if it takes several. */
async function answer<Item, Answer extends object>(
  item: Item,
  options: AskEachOptions<Item, Answer>,
  signal: AbortSignal,
): Promise<{ readonly outcome: Answer | EvaluatorFailure; readonly isKnown: boolean }> {
  const { sampling } = options;
  if (!sampling)
    return { outcome: await persist(item, options, { signal, sample: undefined }), isKnown: false };
  const samples: Answer[] = [];
  let isKnown = true;
  while (samples.length < sampling.count && !sampling.isEnough?.(item, samples)) {
    const sample = samples.length + 1;
    const known = await sampling.recall(item, sample);
    const outcome = known ?? (await persist(item, options, { signal, sample }));
    isKnown &&= known !== null;
    if (isFailure(outcome)) {
      return { outcome: withMissing(outcome, sampling.count - samples.length), isKnown };
    }
    if (known === null) await sampling.keep(item, sample, outcome);
    samples.push(outcome);
  }
  return { outcome: sampling.merge(samples), isKnown };
}

/** Makes attempts until there is an answer, a retry cannot help, or no retries are left. */
async function persist<Item, Answer extends object>(
  item: Item,
  { ask, gate, retries }: AskEachOptions<Item, Answer>,
  { signal, sample }: Attempt,
): Promise<Answer | EvaluatorFailure> {
  let failures = 0;
  let refusals = 0;
  let failed: EvaluatorFailure | null = null;
  // Inform the gate before this call gives up its place, so that no other call meets the same refusal.
  const attempt = async () => {
    const outcome = await ask(item, { signal, sample });
    if (!isFailure(outcome)) gate.ease();
    else if (outcome.retryAfter !== undefined) {
      gate.pause(outcome.retryAfter || backoff(FIRST_REFUSAL_PAUSE_MS, refusals + 1), outcome);
    }
    return outcome;
  };
  for (;;) {
    const outcome = await gate.enter(attempt, { attempts: failures + refusals, signal });
    if (!isFailure(outcome) || signal.aborted) return outcome;
    // Where the budget does not cover a retry, the reason is still why the call failed.
    if (outcome.problem.code === 'EVL-055') return failed ?? outcome;
    if (!outcome.retry) return outcome;
    failed = outcome;
    if (outcome.retryAfter === undefined) failures += 1;
    else refusals += 1;
    if (failures > retries || refusals > MAX_REFUSALS) return outcome;
    if (outcome.retryAfter === undefined) await gate.sleep(backoff(FIRST_FAILURE_PAUSE_MS, failures), signal);
  }
}

function backoff(firstMs: number, attempt: number): number {
  return Math.min(firstMs * 2 ** (attempt - 1), MAX_BACKOFF_MS);
}

interface Told<Item, Answer> {
  readonly item: Item;
  readonly outcome: Answer | EvaluatorFailure;
  readonly index: number;
  readonly isKnown: boolean;
}

function createTeller<Item, Answer extends object>({
  items,
  onOutcome,
  onProgress,
}: AskEachOptions<Item, Answer>) {
  const oneAtATime = pLimit(1);
  const count = { done: 0, failed: 0, known: 0 };
  return ({ item, outcome, index, isKnown }: Told<Item, Answer>) =>
    oneAtATime(async () => {
      await onOutcome(item, outcome, index);
      count.done += 1;
      if (isFailure(outcome)) count.failed += 1;
      if (isKnown) count.known += 1;
      onProgress?.({ ...count, total: items.length });
    });
}

function isFailure(outcome: object): outcome is EvaluatorFailure {
  return 'problem' in outcome;
}
