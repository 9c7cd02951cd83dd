import { randomUUID } from 'node:crypto';
import { describeEvaluator } from '../../../evaluators/describe-evaluator.js';
import { checkEvaluation } from '../../../evaluators/logic/check-evaluation.js';
import type {
  Evaluation,
  EvaluationOutcome,
  Evaluator,
  EvaluatorFailure,
  EvaluatorSpec,
} from '../../../evaluators/logic/evaluator.js';
import {
  type CallOrder,
  type EvaluatorMark,
  QUEUE_FORMAT,
  type QueuedAnswer,
  type QueuedCall,
  queuedAnswer,
  queuedRefusal,
} from '../../../evaluators/logic/queued-call.js';
import type { QueueOptions } from '../../../evaluators/options.js';
import { createRedactor } from '../../../keys/logic/redact.js';
import { isErrorCode, problem } from '../../../problems/error-codes.js';
import type { Problem } from '../../../problems/problem.js';
import { canonicalJson, sha256 } from '../../../spec/hash.js';
import { isNestedBeyond, MAX_ANSWER_LEVELS } from '../../../values/json-depth.js';
import type { Call } from '../calls.js';
import type { RawAnswer } from '../perform-order.js';
import { parseQueueAddress } from './address.js';
import { type JobEnd, type JobQueue, openJobQueue } from './job-queue.js';
import { queueNameOf } from './queue-name.js';

/** A worker has taken out the values it knows; whoever else wrote has not. */
const mask = createRedactor([]);

/** Of words that nobody vouches for. */
const SHOWN = 300;

/** What a worker has reason to speak of: evaluators, what they answer to a run, and queues. */
const OF_WORKERS = /^(?:EVL|EVR|QUE)-/;

/**
 * What a worker gave back, as far as it is an answer to this kind of call: QUE-010 where it is none, with the place in it.
 * Whoever can write to the queue can put anything there, so that nothing of it is taken on trust.
 */
export function readAnswer(value: unknown, kind: CallOrder['kind']): QueuedAnswer | EvaluatorFailure {
  // Before its shape is looked at: every walk through it would end at the stack.
  if (isNestedBeyond(value, MAX_ANSWER_LEVELS)) return noAnswer(`more than ${MAX_ANSWER_LEVELS} levels`);
  const read = queuedAnswer.safeParse(value);
  if (!read.success) {
    const [first] = read.error.issues;
    return noAnswer(`${first?.path.join('.') || 'the whole'}: ${first?.message ?? 'of no known form'}`);
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

/** Why a job was set aside: what its worker said, or in the queue's own words QUE-009. */
export function readRefusal({ reason, detail }: Extract<JobEnd, { how: 'set-aside' }>): Problem {
  const said = queuedRefusal.safeParse(detail).data;
  // What a worker said of an earlier attempt is not why the later ones took it with them.
  if (said && OF_WORKERS.test(said.code) && isErrorCode(said.code) && !STALLED.test(reason))
    return problem(said.code, undefined, mask.value(said.args ?? {}) as typeof said.args);
  const words = STALLED.test(reason) ? 'it has ended the workers that took it' : reason;
  return problem('QUE-009', undefined, { reason: mask.text(words).slice(0, SHOWN) });
}

/** BullMQ's words. */
const STALLED = /stalled more than/;

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
