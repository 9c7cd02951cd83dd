import { randomUUID } from 'node:crypto';
import { checkEvaluation } from '../../../evaluators/logic/check-evaluation.js';
import type {
  CallOptions,
  Evaluation,
  EvaluationOutcome,
  Evaluator,
  EvaluatorFailure,
  EvaluatorSpec,
} from '../../../evaluators/logic/evaluator.js';
import type { QueueOptions } from '../../../evaluators/options.js';
import { createRedactor } from '../../../keys/logic/redact.js';
import { isErrorCode, problem } from '../../../problems/error-codes.js';
import type { Problem } from '../../../problems/problem.js';
import { canonicalJson, sha256 } from '../../../spec/hash.js';
import { isNestedBeyond, MAX_ANSWER_LEVELS } from '../../../values/json-depth.js';
import type { Call } from '../calls.js';
import {
  type CallOrder,
  type EvaluatorMark,
  QUEUE_FORMAT,
  type QueuedAnswer,
  type QueuedCall,
  queuedAnswer,
  queuedRefusal,
} from '../logic/queued-call.js';
import type { RawAnswer } from '../perform-order.js';
import { parseQueueAddress, queueNameOf } from './address.js';
import { describeEvaluator } from './describe-evaluator.js';
import { type JobEnd, type JobQueue, openJobQueue } from './job-queue.js';

/** Workers remove the secrets they know, but anything else that writes to the queue may not. */
const mask = createRedactor([]);

/** Maximum number of characters of untrusted text that are shown. */
const SHOWN = 300;

/** Codes that a worker may report: about evaluators, answers to a run, and queues. */
const OF_WORKERS = /^(?:EVL|EVR|QUE)-/;

/**
 * Checks that a worker's result is an answer to this kind of call; if it is not, returns QUE-010 with the place of the
 * error. Anyone with access to the queue can put anything there, so no part of the result is trusted.
 */
export function readAnswer(value: unknown, kind: CallOrder['kind']): QueuedAnswer | EvaluatorFailure {
  // Check the nesting before the shape: a shape check of a value with too many levels would overflow the stack.
  if (isNestedBeyond(value, MAX_ANSWER_LEVELS)) return noAnswer(`more than ${MAX_ANSWER_LEVELS} levels`);
  const read = queuedAnswer.safeParse(value);
  if (!read.success) {
    const [first] = read.error.issues;
    return noAnswer(
      `${first?.path.join('.') || 'the whole answer'}: ${first?.message ?? 'of an unknown form'}`,
    );
  }
  const isScore = 'evaluation' in read.data.raw;
  if (isScore === (kind === 'score')) return mask.value(read.data) as QueuedAnswer;
  return noAnswer(
    `raw: ${isScore ? 'a score, where a judgement' : 'a judgement, where a score'} was asked for`,
  );
}

function noAnswer(reason: string): EvaluatorFailure {
  return { problem: problem('QUE-010', undefined, { reason: reason.slice(0, SHOWN) }), retry: false };
}

/** Why a job was set aside: the reason its worker gave, or QUE-009 with the queue's own message. */
export function readRefusal({ reason, detail }: Extract<JobEnd, { how: 'set-aside' }>): Problem {
  const said = queuedRefusal.safeParse(detail).data;
  // The reason for an earlier attempt does not explain why later attempts brought down their workers.
  if (said && OF_WORKERS.test(said.code) && isErrorCode(said.code) && !STALLED.test(reason))
    return problem(said.code, undefined, mask.value(said.args ?? {}) as typeof said.args);
  const words = STALLED.test(reason) ? 'it brought down the workers that took it' : reason;
  return problem('QUE-009', undefined, { reason: mask.text(words).slice(0, SHOWN) });
}

/** BullMQ's own message. */
const STALLED = /stalled more than/;

/**
 * Maximum number of calls that one command has in the queue at a time: enough for many workers, and few enough for any
 * Redis server to hold.
 */
const QUEUED_AT_A_TIME = 100;
/**
 * How long to wait for a call to end before a warning: slow calls and workers that are still starting up should not
 * cause one.
 */
const IDLE_MS = 10_000;

/** What a job needs of a call. */
export type QueuedItem = Pick<Call, 'target' | 'taskId' | 'prompt' | 'question' | 'sent' | 'order'>;

export interface QueuedEvaluator {
  readonly evaluator: Evaluator;
  readonly unit: 'question' | 'prompt';
  readonly concurrency: number;
  ask(
    call: QueuedItem,
    sample: number | undefined,
    options: CallOptions,
  ): Promise<RawAnswer | EvaluatorFailure>;
  settle(call: QueuedItem, sample: number | undefined): Promise<void>;
}

/**
 * An evaluator whose calls are made by workers, on this machine or on others. This side knows which evaluator is asked,
 * and the workers know how to reach it: this side needs no key or header, and no job contains one. The queue makes the
 * retries, so every result is final.
 *
 * @throws GradingError QUE-001, or as `describeEvaluator` does; the queue itself is not opened until the first call
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

  /** One call that shows whether a worker with this evaluator answers, and which version a service has. */
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
    async ask(asked, sample, { signal, onTokens }) {
      const { target, taskId, prompt, question, order } = asked;
      const queue = await open();
      const data = call({ about: { target, taskId, prompt, question }, order });
      const id = jobIdOf(asked, mark(), sample);
      const end = await queue.run(id, data, { attempts: retries + 1, signal });
      const taken = takeEnd(end, order.kind, mark());
      if (!('problem' in taken)) {
        if (taken.tokens) onTokens?.(taken.tokens);
        return taken.raw;
      }
      // Remove an invalid answer, so that the next command does not find it again.
      if (end.how === 'answered') await queue.remove(id);
      return taken;
    },
    async settle(asked, sample) {
      await (await open()).remove(jobIdOf(asked, mark(), sample));
    },
  };
}

/**
 * The id of a job. It is the same whenever the same run asks the same evaluator the same question, so repeating a
 * command adds no second job.
 */
export function jobIdOf(
  { taskId, prompt, question, sent }: Pick<Call, 'taskId' | 'prompt' | 'question' | 'sent'>,
  evaluator: EvaluatorMark,
  sample?: number,
): string {
  const which = { taskId, prompt, question, evaluator, sent, ...(sample !== undefined && { sample }) };
  return `call-${sha256(canonicalJson(which))}`;
}

/**
 * The outcome of a call. The score's range is checked here too, because whoever wrote the queue's data may not have
 * checked it.
 */
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

/** Builds a final failure: the queue has already made all retries. */
function failure(found: EvaluatorFailure['problem']): EvaluatorFailure {
  return { problem: found, retry: false };
}

/**
 * Warns if calls wait, no call has ended for a while, and there are no workers; warns again only after the next call
 * has ended.
 */
function watchIdle(queue: JobQueue, idleMs: number, onIdle: QueueOptions['onIdle']): NodeJS.Timeout {
  let seen = -1;
  let told = -1;
  return setInterval(async () => {
    const { ended, waiting } = queue;
    const isStill = waiting > 0 && seen === ended;
    seen = waiting > 0 ? ended : -1;
    if (!isStill || told === ended) return;
    // If the queue is lost, the callers that wait for answers are told, so nothing is reported here.
    const workers = await queue.countWorkers().catch(() => null);
    if (workers !== 0) return;
    told = ended;
    const calls = waiting === 1 ? 'one call' : `${waiting} calls`;
    onIdle?.(problem('QUE-008', undefined, { queue: queue.shown, calls }));
  }, idleMs).unref();
}
