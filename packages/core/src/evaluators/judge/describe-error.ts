import { APICallError } from 'ai';
import { describeFailure, isNetworkError } from '../../net/failure.js';
import { parseRetryAfter } from '../../net/headers.js';
import { type ErrorCode, problem } from '../../problems/error-codes.js';
import type { EvaluatorFailure } from '../logic/evaluator.js';
import { describeNoAnswer } from '../no-answer.js';
import {
  AnswerTooLarge,
  AnswerTooLong,
  causeOf,
  chainOf,
  MAX_ANSWER_BYTES,
  NoFormTaken,
} from './ask-model.js';

export interface ErrorContext {
  /** The model as the user named it. */
  readonly evaluator: string;
  readonly timeoutMs: number;
  readonly keyVariables: readonly string[];
  /** Prepares text from the server for a message. */
  readonly show: (text: string) => string;
  /** Whether the call timed out or was cancelled; null: neither. */
  readonly ended: 'timeout' | 'called-off' | null;
  readonly now: Date;
}

/**
 * Describes why a request to a model failed. The SDK's own texts are not shown: its errors contain the
 * request.
 *
 * @throws the error itself if neither the server nor the network caused it: in that case the bug is ours
 */
export function describeModelError(error: unknown, context: ErrorContext): EvaluatorFailure {
  const { evaluator, timeoutMs, ended } = context;
  if (ended !== null) return describeNoAnswer({ reason: ended, message: '' }, { evaluator, timeoutMs });
  if (causeOf(error, AnswerTooLong) !== null) {
    return fail('EVL-038', { evaluator, limit: MAX_ANSWER_BYTES }, true);
  }
  if (causeOf(error, AnswerTooLarge) !== null) return fail('EVL-054', { evaluator }, true);
  // Check this before the status: for a truncated answer, the SDK's error carries a 200.
  const network = chainOf(error).find(isNetworkError);
  if (network !== undefined) {
    return describeNoAnswer(describeFailure(network, timeoutMs), { evaluator, timeoutMs });
  }
  const noForm = causeOf(error, NoFormTaken);
  if (noForm !== null && APICallError.isInstance(noForm.cause)) {
    return fail('EVL-060', { evaluator, shown: wordsOfStatus(noForm.cause, context) }, false);
  }
  if (APICallError.isInstance(error) && error.statusCode !== undefined) {
    return describeStatus(error, error.statusCode, context);
  }
  // An error in the middle of a stream arrives as it was sent: text or an object.
  if (!(error instanceof Error))
    return fail('EVL-037', { evaluator, reason: context.show(wordsOf(error)) }, true);
  if (isAnswerError(error)) return fail('EVL-037', { evaluator, reason: context.show(error.message) }, true);
  throw error;
}

function describeStatus(error: APICallError, status: number, context: ErrorContext): EvaluatorFailure {
  const { evaluator, keyVariables, show, now } = context;
  if (status >= 200 && status < 300) {
    return fail(
      'EVL-031',
      { evaluator, reason: `not an answer from a model: ${show(error.responseBody ?? '')}` },
      true,
    );
  }
  if (status === 401 || status === 403) {
    return fail('EVL-036', { evaluator, status, variable: keyVariables.join(' or ') }, false);
  }
  // Anthropic reports overload as 529; for an HTTP service (`evaluators/http.ts`) it is just another 5xx.
  const isBusy = status === 429 || status === 503 || status === 529;
  const found = fail(
    'EVL-035',
    { evaluator, status, shown: wordsOfStatus(error, context) },
    isBusy || status === 408 || status >= 500,
  );
  if (!isBusy) return found;
  const wait = parseRetryAfter(error.responseHeaders?.['retry-after'] ?? null, now);
  return { ...found, retryAfter: wait ?? 0 };
}

/** What the server said beside its status. */
function wordsOfStatus({ data, message, responseBody = '' }: APICallError, { show }: ErrorContext): string {
  return show(data === undefined ? responseBody : message);
}

/** Whether the SDK reports an error in the answer it has read. */
function isAnswerError(error: Error): boolean {
  return error.name.startsWith('AI_');
}

function wordsOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function fail(code: ErrorCode, args: Record<string, string | number>, retry: boolean): EvaluatorFailure {
  return { problem: problem(code, undefined, args), retry };
}
