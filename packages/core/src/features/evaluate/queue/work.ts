import { createEvaluator, tryOut } from '../../../evaluators/ask/open-evaluator.js';
import type {
  CallTokens,
  Evaluator,
  EvaluatorFailure,
  EvaluatorSpec,
} from '../../../evaluators/logic/evaluator.js';
import { errorOf, problem } from '../../../problems/error-codes.js';
import type { Problem } from '../../../problems/problem.js';
import { compareMarks, type EvaluatorMark, type QueuedAnswer, queuedCall } from '../logic/queued-call.js';
import { performOrder } from '../perform-order.js';
import { parseQueueAddress, queueNameOf } from './address.js';
import { describeEvaluator } from './describe-evaluator.js';
import { type CallRate, type Handled, openJobWorker } from './job-worker.js';

const DEFAULTS = { concurrency: 4, lostAfterMs: 15_000 };
/** Pause after a 429 or 503 that names no time; doubled each time a call is refused again. */
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;

export interface WorkOptions {
  readonly evaluator: EvaluatorSpec;
  readonly queue: string;
  readonly concurrency?: number;
  /** Shared by all workers of this evaluator; give each of them the same value. */
  readonly rate?: CallRate | null;
  /** How long a worker must show no sign of life before it counts as gone; give all workers the same value. */
  readonly lostAfterMs?: number;
  /** Ends the work: running calls are given back to the queue. */
  readonly signal: AbortSignal;
  /** Called once the evaluator has been tried out and calls are being taken. */
  readonly onReady?: (queue: string) => void;
  readonly onHandled?: (done: WorkDone, last: Problem | null) => void;
  readonly openEvaluator?: (spec: EvaluatorSpec) => Promise<Evaluator>;
}

export interface WorkDone {
  readonly answered: number;
  /** Number of attempts that gave no answer, including those that were repeated. */
  readonly failed: number;
  /** How many times a busy provider refused a call and the call stayed in the queue. */
  readonly postponed: number;
  /** Number of calls given back when the work ended. */
  readonly givenBack: number;
}

export interface WorkResult {
  readonly status: boolean;
  readonly results: readonly WorkDone[];
  readonly errors: readonly Problem[];
}

/**
 * Answers calls from a queue until the signal is aborted. Tries the evaluator out first. A call for a different
 * evaluator, or for a different version of this one, is set aside and never made.
 *
 * @throws GradingError from the preflight; QUE-001 … QUE-005
 */
export async function workOnQueue(options: WorkOptions): Promise<WorkResult> {
  const { evaluator: spec, signal, openEvaluator = createEvaluator } = options;
  const { concurrency, lostAfterMs } = { ...DEFAULTS, ...options };
  const address = parseQueueAddress(options.queue);
  const { mark } = describeEvaluator(spec);
  const evaluator = await openEvaluator(spec);
  const lost = new AbortController();
  const ending = AbortSignal.any([signal, lost.signal]);
  const done = { answered: 0, failed: 0, postponed: 0, givenBack: 0 };
  try {
    const obstacle = await tryOut(evaluator, { taskModel: spec.taskModel, signal });
    if (obstacle) throw errorOf(obstacle);
    const worker = await openJobWorker({
      ...{ address, name: queueNameOf(mark), concurrency, rate: options.rate ?? null, lostAfterMs },
      handle: (data, beginnings) =>
        handleCall(data, {
          evaluator,
          mark: { ...mark, version: evaluator.identity.version },
          beginnings,
          signal: ending,
        }),
      onHandled: (handled) => {
        done[COUNTED[handled.how]] += 1;
        options.onHandled?.({ ...done }, 'problem' in handled ? handled.problem : null);
      },
    });
    options.onReady?.(address.shown);
    try {
      await Promise.race([aborted(signal), worker.lost]);
    } finally {
      lost.abort();
      await worker.close();
    }
    return { status: true, results: [done], errors: [] };
  } finally {
    await evaluator.close();
  }
}

const COUNTED = {
  answered: 'answered',
  failed: 'failed',
  busy: 'postponed',
  'given-back': 'givenBack',
} as const satisfies Record<Handled['how'], keyof WorkDone>;

interface Hands {
  readonly evaluator: Evaluator;
  readonly mark: EvaluatorMark;
  readonly beginnings: number;
  readonly signal: AbortSignal;
}

async function handleCall(data: unknown, { evaluator, mark, beginnings, signal }: Hands): Promise<Handled> {
  if (signal.aborted) return { how: 'given-back' };
  const read = queuedCall.safeParse(data);
  if (!read.success) {
    const [first] = read.error.issues;
    const reason = `${first?.path.join('.') || 'the whole call'}: ${first?.message ?? ''}`;
    return { how: 'failed', problem: problem('QUE-006', undefined, { reason }), retry: false };
  }
  const { order, evaluator: wanted } = read.data;
  const stranger = compareMarks(wanted, mark);
  if (stranger)
    return { how: 'failed', problem: problem('QUE-007', undefined, { ...stranger }), retry: false };
  const counted: CallTokens[] = [];
  const onTokens = (one: CallTokens) => void counted.push(one);
  const raw = await performOrder(order, evaluator, { signal, onTokens });
  if (!('problem' in raw)) {
    const [tokens] = counted;
    const value: QueuedAnswer = { version: evaluator.identity.version, ...(tokens && { tokens }), raw };
    return { how: 'answered', value };
  }
  // Once a call has been cancelled, any failure is due to that.
  if (signal.aborted) return { how: 'given-back' };
  return failed(raw, beginnings);
}

function failed({ problem: found, retry, retryAfter }: EvaluatorFailure, beginnings: number): Handled {
  if (retryAfter === undefined) return { how: 'failed', problem: found, retry };
  const pause = FIRST_PAUSE_MS * 2 ** Math.min(beginnings - 1, 10);
  return { how: 'busy', problem: found, pauseMs: retryAfter || Math.min(pause, LONGEST_PAUSE_MS) };
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
