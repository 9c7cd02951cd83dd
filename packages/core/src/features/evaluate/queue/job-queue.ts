import type { Job, Queue } from 'bullmq';
import { PREFIX, type QueueAddress } from './address.js';
import { connect } from './connect.js';

/** Interval between checks of all awaited jobs. Events normally arrive immediately; the checks make up for missed ones. */
const LOOK_MS = 2_000;
const FIRST_BACKOFF_MS = 500;
/** How long a job is kept if its command never returns: long enough for a run that is interrupted on a Friday. */
const KEPT_SECONDS = 7 * 24 * 60 * 60;

export type JobEnd =
  | { readonly how: 'answered'; readonly value: unknown }
  | { readonly how: 'set-aside'; readonly reason: string; readonly detail: unknown };

export interface JobQueue {
  readonly shown: string;
  /** Number of jobs that this process waits for. */
  readonly waiting: number;
  /** Number of jobs whose end this process has seen. */
  readonly ended: number;
  /**
   * Adds a job, unless one with this id exists, and waits for it to end. If the existing job has already been answered,
   * that answer is used; if it was set aside, it is added again.
   *
   * @param options.first whether to put the job before all waiting jobs
   * @throws GradingError QUE-005, or the abort reason if the signal is aborted; in that case, the job stays in the
   *   queue
   */
  run(
    id: string,
    data: unknown,
    options: {
      readonly attempts: number;
      readonly first?: boolean;
      readonly signal?: AbortSignal | undefined;
    },
  ): Promise<JobEnd>;
  /** Removes a job; call this once its answer is stored elsewhere. */
  remove(id: string): Promise<void>;
  /** Withdraws a job that no longer needs an answer, whether it has ended or not. */
  forget(id: string): Promise<void>;
  countWorkers(): Promise<number>;
  close(): Promise<void>;
}

/**
 * @param onChange receives the number of this process's unfinished jobs, awaited or not
 * @throws GradingError as `connect` does
 */
export async function openJobQueue(
  address: QueueAddress,
  name: string,
  onChange: (left: number) => void = () => undefined,
  given: Parameters<typeof connect>[1] = {},
): Promise<JobQueue> {
  const { client, guard, close } = await connect(address, given);
  const { Queue, QueueEvents } = await import('bullmq');
  const queue = new Queue(name, { connection: client, prefix: PREFIX });
  const events = new QueueEvents(name, { connection: client.duplicate(), prefix: PREFIX });
  // `lost` reports failures of the connection.
  queue.on('error', () => undefined);
  events.on('error', () => undefined);
  let ended = 0;
  /** Jobs that were added here and have not been seen to end. */
  const open = new Set<string>();
  const lookers = new Map<string, () => void>();
  const look = ({ jobId }: { jobId: string }) => lookers.get(jobId)?.();
  events.on('completed', look);
  events.on('failed', look);
  await guard(events.waitUntilReady());
  const timer = setInterval(() => {
    for (const lookAgain of lookers.values()) lookAgain();
  }, LOOK_MS);

  const waitForEnd = (id: string, signal: AbortSignal | undefined) =>
    new Promise<JobEnd>((resolve, reject) => {
      const settle = (then: () => void) => {
        lookers.delete(id);
        signal?.removeEventListener('abort', onAbort);
        then();
      };
      const onAbort = () => settle(() => reject(signal?.reason));
      const lookOnce = () =>
        guard(endOf(queue, id)).then(
          (end) => {
            if (!end || lookers.get(id) !== lookOnce) return;
            ended += 1;
            settle(() => resolve(end));
          },
          (error: unknown) => settle(() => reject(error)),
        );
      signal?.addEventListener('abort', onAbort, { once: true });
      lookers.set(id, lookOnce);
      lookOnce();
    });

  return {
    shown: address.shown,
    get ended() {
      return ended;
    },
    get waiting() {
      return lookers.size;
    },
    async run(id, data, { attempts, first = false, signal }) {
      signal?.throwIfAborted();
      const before = await guard(endOf(queue, id, true));
      if (before?.how === 'answered') return before;
      if (before) await guard(queue.remove(id));
      await guard(
        queue.add('call', data, {
          ...{ jobId: id, attempts, lifo: first, stackTraceLimit: 0 },
          backoff: { type: 'exponential', delay: FIRST_BACKOFF_MS },
          removeOnComplete: { age: KEPT_SECONDS },
          removeOnFail: { age: KEPT_SECONDS },
        }),
      );
      onChange(open.add(id).size);
      const end = await guard(waitForEnd(id, signal));
      open.delete(id);
      onChange(open.size);
      return end;
    },
    remove: async (id) => void (await guard(queue.remove(id))),
    async forget(id) {
      await guard(queue.remove(id));
      if (open.delete(id)) onChange(open.size);
    },
    countWorkers: () => guard(queue.getWorkersCount()),
    async close() {
      clearInterval(timer);
      await Promise.allSettled([events.close(), queue.close()]);
      await close();
    },
  };
}

/**
 * How a job ended; null if it has not ended.
 *
 * @param isNew whether the job may still be missing from the queue
 */
async function endOf(queue: Queue, id: string, isNew = false): Promise<JobEnd | null> {
  const state = await queue.getJobState(id);
  if (state === 'unknown') {
    return isNew ? null : { how: 'set-aside', reason: 'someone removed it from the queue', detail: null };
  }
  if (state !== 'completed' && state !== 'failed') return null;
  const job = await readJob(queue, id);
  if (job === 'damaged')
    return { how: 'set-aside', reason: 'the item in the queue is not a job', detail: null };
  if (!job) return endOf(queue, id, isNew);
  if (state === 'completed') return { how: 'answered', value: job.returnvalue };
  return { how: 'set-aside', reason: job.failedReason ?? 'no reason was given', detail: job.progress };
}

/**
 * Reads a job. Anyone with access to Redis can write data that makes BullMQ fail; such data ends this job, but no
 * other.
 */
async function readJob(queue: Queue, id: string): Promise<Job | undefined | 'damaged'> {
  try {
    return await queue.getJob(id);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return 'damaged';
    throw error;
  }
}
