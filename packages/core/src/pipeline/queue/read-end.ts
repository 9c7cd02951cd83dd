import type { JobEnd } from '../../adapters/queue/job-queue.js';
import type { EvaluatorFailure } from '../../model/evaluator.js';
import type { Problem } from '../../model/problem.js';
import { type QueuedAnswer, queuedAnswer, queuedRefusal } from '../../model/queued-call.js';
import { isErrorCode, problem } from '../../tables/error-codes.js';

/** Of words that nobody vouches for. */
const SHOWN = 300;

/** What a worker gave back, as far as it is an answer: QUE-010 where it is none. */
export function readAnswer(value: unknown): QueuedAnswer | EvaluatorFailure {
  const read = queuedAnswer.safeParse(value);
  if (read.success) return read.data;
  const [first] = read.error.issues;
  const reason = `${first?.path.join('.') || 'the whole'}: ${first?.message ?? 'of no known form'}`;
  return { problem: problem('QUE-010', undefined, { reason: reason.slice(0, SHOWN) }), retry: false };
}

/** Why a job was set aside: what its worker said, or in the queue's own words QUE-009. */
export function readRefusal({ reason, detail }: Extract<JobEnd, { how: 'set-aside' }>): Problem {
  const said = queuedRefusal.safeParse(detail).data;
  // What a worker said of an earlier attempt is not why the later ones took it with them.
  if (said && isErrorCode(said.code) && !STALLED.test(reason))
    return problem(said.code, undefined, said.args);
  const words = STALLED.test(reason) ? 'it has ended the workers that took it' : reason;
  return problem('QUE-009', undefined, { reason: words.slice(0, SHOWN) });
}

/** BullMQ's words. */
const STALLED = /stalled more than/;
