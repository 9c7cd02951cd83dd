import { randomUUID } from 'node:crypto';
import { describeEvaluator } from '../../adapters/evaluators/describe-evaluator.js';
import { parseQueueAddress } from '../../adapters/queue/address.js';
import { type JobEnd, type JobQueue, openJobQueue } from '../../adapters/queue/job-queue.js';
import { queueNameOf } from '../../adapters/queue/queue-name.js';
import { checkEvaluation } from '../../engine/evaluator/check-evaluation.js';
import { canonicalJson, sha256 } from '../../engine/hash.js';
import type {
  Evaluation,
  EvaluationOutcome,
  Evaluator,
  EvaluatorFailure,
  EvaluatorSpec,
} from '../../model/evaluator.js';
import {
  type CallOrder,
  type EvaluatorMark,
  QUEUE_FORMAT,
  type QueuedCall,
} from '../../model/queued-call.js';
import { problem } from '../../tables/error-codes.js';
import type { Call } from '../evaluate/calls.js';
import type { QueueOptions } from '../evaluate/options.js';
import type { RawAnswer } from '../evaluate/perform-order.js';
import { readAnswer, readRefusal } from './read-end.js';

/** Calls of one command that are in the queue at a time: enough for many workers, and little for a Redis to hold. */
const QUEUED_AT_A_TIME = 100;
/** Calls that end seldom, and workers that are being started, are no reason to say anything. */
const IDLE_MS = 10_000;

export interface QueuedEvaluator {
  readonly evaluator: Evaluator;
  readonly unit: 'question' | 'prompt';
  readonly concurrency: number;
  ask(call: Call, signal: AbortSignal): Promise<RawAnswer | EvaluatorFailure>;
  settle(call: Call): Promise<void>;
}

/**
 * An evaluator whose calls are made by workers, on whichever machines they are. Which one is asked is known here, and how
 * it is reached is theirs: no key and no header is needed, and none is in a job. Attempts are made by the queue, so that
 * what comes back is final.
 *
 * @throws GradingError QUE-001, and as `describeEvaluator`; the queue is opened with the first call
 */
export async function openQueuedEvaluator(
  spec: EvaluatorSpec,
  { address, retries, onIdle, onQueued, idleAfterMs = IDLE_MS }: QueueOptions & { readonly retries: number },
): Promise<QueuedEvaluator> {
  const place = parseQueueAddress(address);
  const described = describeEvaluator(spec);
  const name = queueNameOf(described.mark);
  let { version } = described.mark;
  let opened: Promise<JobQueue> | null = null;
  let watch: NodeJS.Timeout | undefined;
  const open = () => {
    opened ??= openJobQueue(place, name, onQueued).then((queue) => {
      watch = watchIdle(queue, idleAfterMs, onIdle);
      return queue;
    });
    return opened;
  };
  const mark = (): EvaluatorMark => ({ ...described.mark, version });
  const call = (data: Pick<QueuedCall, 'about' | 'order'>): QueuedCall => ({
    format: QUEUE_FORMAT,
    evaluator: mark(),
    ...data,
  });

  /** One call that tells whether a worker with this evaluator answers, and which version a service is. */
  const tryOut: Evaluator['evaluate'] = async (payload, { signal }): Promise<EvaluationOutcome> => {
    const queue = await open();
    const id = `trial-${randomUUID()}`;
    try {
      const data = call({ about: null, order: { kind: 'score', payload } });
      const taken = takeEnd(await queue.run(id, data, { attempts: 1, first: true, signal }), 'score', mark());
      if ('problem' in taken) return taken;
      version ??= taken.version;
      return taken.raw as { readonly evaluation: Evaluation };
    } finally {
      await queue.forget(id);
    }
  };

  return {
    unit: spec.kind === 'judge' ? 'prompt' : 'question',
    concurrency: QUEUED_AT_A_TIME,
    evaluator: {
      get identity() {
        return described.identify(version);
      },
      get cacheKey() {
        return described.cacheKeyOf(version);
      },
      evaluate: tryOut,
      async check() {
        await open();
        return null;
      },
      async close() {
        clearInterval(watch);
        await (await opened?.catch(() => null))?.close();
      },
    },
    async ask(asked, signal) {
      const { target, taskId, prompt, question, order } = asked;
      const queue = await open();
      const data = call({ about: { target, taskId, prompt, question }, order });
      const id = jobIdOf(asked, mark());
      const end = await queue.run(id, data, { attempts: retries + 1, signal });
      const taken = takeEnd(end, order.kind, mark());
      if (!('problem' in taken)) return taken.raw;
      // What is no answer is not to be found again by the next command.
      if (end.how === 'answered') await queue.remove(id);
      return taken;
    },
    async settle(asked) {
      await (await open()).remove(jobIdOf(asked, mark()));
    },
  };
}

/** Equal for the same question of the same run to the same evaluator: a command that is repeated puts no second job. */
export function jobIdOf(
  { taskId, prompt, question, sent }: Pick<Call, 'taskId' | 'prompt' | 'question' | 'sent'>,
  evaluator: EvaluatorMark,
): string {
  return `call-${sha256(canonicalJson({ taskId, prompt, question, evaluator, sent }))}`;
}

/** What came of a call. A score is held to the range here too: whoever wrote it to the queue need not have looked. */
function takeEnd(
  end: JobEnd,
  kind: CallOrder['kind'],
  { range, name }: Pick<EvaluatorMark, 'range' | 'name'>,
): ReturnType<typeof readAnswer> {
  if (end.how !== 'answered') return failure(readRefusal(end));
  const taken = readAnswer(end.value, kind);
  if ('problem' in taken || !('evaluation' in taken.raw)) return taken;
  const { score, sideInfo } = taken.raw.evaluation;
  const checked = checkEvaluation({ ...sideInfo, score }, range, name);
  return 'problem' in checked ? failure(checked.problem) : { ...taken, raw: checked };
}

/** The queue has made all attempts there were. */
function failure(found: EvaluatorFailure['problem']): EvaluatorFailure {
  return { problem: found, retry: false };
}

/** Says so when calls wait, none has ended for a while, and nobody is there; once until the next one ends. */
function watchIdle(queue: JobQueue, idleMs: number, onIdle: QueueOptions['onIdle']): NodeJS.Timeout {
  let seen = -1;
  let told = -1;
  return setInterval(async () => {
    const { ended, waiting } = queue;
    const isStill = waiting > 0 && seen === ended;
    seen = waiting > 0 ? ended : -1;
    if (!isStill || told === ended) return;
    // A queue that is lost is told to whoever waits for its answers.
    const workers = await queue.countWorkers().catch(() => null);
    if (workers !== 0) return;
    told = ended;
    const calls = waiting === 1 ? 'one call' : `${waiting} calls`;
    onIdle?.(problem('QUE-008', undefined, { queue: queue.shown, calls }));
  }, idleMs).unref();
}
