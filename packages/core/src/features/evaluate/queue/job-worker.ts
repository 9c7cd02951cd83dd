import { hostname } from 'node:os';
import { describeProblem } from '../../../problems/error-codes.js';
import type { Problem } from '../../../problems/problem.js';
import { PREFIX, type QueueAddress } from './address.js';
import { connect } from './connect.js';

/** A call that brought down more than this many workers is set aside. */
const MOST_STALLS = 2;
/**
 * Maximum number of times a call may be started without counting as an attempt (a busy provider, a stopping worker);
 * beyond that, it is set aside.
 */
const MOST_BEGINNINGS = 20;
/** BullMQ applies limits, including those that a provider asks for, only to a worker that was created with a limit. */
const NO_LIMIT: CallRate = { calls: 1_000_000, seconds: 1 };

/** A number of calls per number of seconds, shared by all workers. */
export interface CallRate {
  readonly calls: number;
  readonly seconds: number;
}

/** A worker's result for a job. */
export type Handled =
  | { readonly how: 'answered'; readonly value: unknown }
  | { readonly how: 'failed'; readonly problem: Problem; readonly retry: boolean }
  /** All calls must pause; the job waits, and this does not count as an attempt. */
  | { readonly how: 'busy'; readonly problem: Problem; readonly pauseMs: number }
  /** The worker is stopping: another one takes the job. */
  | { readonly how: 'given-back' };

export interface JobWorkerOptions {
  readonly address: QueueAddress;
  readonly name: string;
  readonly concurrency: number;
  readonly rate: CallRate | null;
  /** A worker that gives no sign of life for this long counts as gone, and others take its jobs. */
  readonly lostAfterMs: number;
  readonly handle: (data: unknown, beginnings: number) => Promise<Handled>;
  /** Called for each job that this worker ended or gave back. */
  readonly onHandled: (handled: Handled) => void;
  readonly patienceMs?: number;
}

export interface JobWorker {
  /** Rejects with QUE-005 when the connection to the queue is lost. */
  readonly lost: Promise<never>;
  /** Takes no more jobs, and waits until running ones have ended, unless the queue is lost. */
  close(): Promise<void>;
}

/** @throws GradingError as `connect` does */
export async function openJobWorker(options: JobWorkerOptions): Promise<JobWorker> {
  const { address, name, concurrency, lostAfterMs, handle, onHandled } = options;
  const { client, lost, guard, close } = await connect(address, options);
  const { Queue, RateLimitError, UnrecoverableError, WaitingError, Worker } = await import('bullmq');
  const { calls, seconds } = options.rate ?? NO_LIMIT;
  const queue = new Queue(name, { connection: client, prefix: PREFIX });
  const worker = new Worker(
    name,
    async (job, token) => {
      const beginnings = job.attemptsStarted - job.attemptsMade;
      const handled = beginnings > MOST_BEGINNINGS ? null : await handle(job.data, beginnings);
      if (handled) onHandled(handled);
      switch (handled?.how) {
        case 'answered':
          return handled.value;
        case 'busy':
          // Stored with the job, in case this was its last attempt.
          await job.updateProgress(detailOf(handled.problem));
          await queue.rateLimit(handled.pauseMs);
          throw new RateLimitError();
        case 'given-back':
          await job.moveToWait(token);
          throw new WaitingError();
        case 'failed': {
          const { message } = describeProblem(handled.problem);
          await job.updateProgress(detailOf(handled.problem));
          throw handled.retry ? new Error(message) : new UnrecoverableError(message);
        }
        default:
          throw new UnrecoverableError(`it was started ${beginnings} times and never finished`);
      }
    },
    {
      ...{ connection: client, prefix: PREFIX, concurrency, name: `${hostname()} ${process.pid}` },
      limiter: { max: calls, duration: seconds * 1000 },
      ...{ lockDuration: lostAfterMs, stalledInterval: Math.ceil(lostAfterMs / 3) },
      maxStalledCount: MOST_STALLS,
    },
  );
  // `lost` reports failures of the connection.
  queue.on('error', () => undefined);
  worker.on('error', () => undefined);
  await guard(worker.waitUntilReady());
  return {
    lost,
    async close() {
      await Promise.allSettled([worker.close(client.status === 'end'), queue.close()]);
      await close();
    },
  };
}

function detailOf({ code, args }: Problem): object {
  return { code, ...(args && { args }) };
}
