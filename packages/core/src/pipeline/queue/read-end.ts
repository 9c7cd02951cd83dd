import type { JobEnd } from '../../adapters/queue/job-queue.js';
import { isNestedBeyond, MAX_ANSWER_LEVELS } from '../../engine/evaluator/answer-levels.js';
import { createRedactor } from '../../engine/redact.js';
import type { EvaluatorFailure } from '../../model/evaluator.js';
import type { Problem } from '../../model/problem.js';
import { type CallOrder, type QueuedAnswer, queuedAnswer, queuedRefusal } from '../../model/queued-call.js';
import { isErrorCode, problem } from '../../tables/error-codes.js';

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
