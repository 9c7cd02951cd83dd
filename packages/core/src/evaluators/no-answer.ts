import type { HttpFailure } from '../net/logic/http.js';
import { type ErrorCode, problem } from '../problems/error-codes.js';
import type { EvaluatorFailure } from './logic/evaluator.js';

export interface NotPosted {
  readonly reason: HttpFailure | 'called-off';
  /** Contains no part of the request. */
  readonly message: string;
}

const CODES: Readonly<Record<HttpFailure | 'called-off', ErrorCode>> = {
  timeout: 'EVL-024',
  dns: 'EVL-025',
  refused: 'EVL-020',
  tls: 'EVL-026',
  reset: 'EVL-028',
  network: 'EVL-021',
  'blocked-address': 'EVL-021',
  redirect: 'EVL-021',
  'bad-url': 'EVL-021',
  'bad-request': 'EVL-021',
  'bad-response': 'EVL-028',
  closed: 'EVL-016',
  'key-held': 'EVL-021',
  'called-off': 'EVL-016',
};

/** Failures that a retry cannot fix. */
const LASTING: readonly NotPosted['reason'][] = ['tls', 'bad-url', 'bad-request', 'closed', 'called-off'];

/** Describes the failure of a call to which no answer arrived. */
export function describeNoAnswer(
  { reason, message }: NotPosted,
  { evaluator, timeoutMs }: { readonly evaluator: string; readonly timeoutMs: number },
): EvaluatorFailure {
  const args = { evaluator, reason: message, seconds: timeoutMs / 1000 };
  return { problem: problem(CODES[reason], undefined, args), retry: !LASTING.includes(reason) };
}
