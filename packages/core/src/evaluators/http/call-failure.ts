import { parseRetryAfter } from '../../net/headers.js';
import type { HttpFailure } from '../../net/logic/http.js';
import type { CappedBody } from '../../net/network.js';
import { type ErrorCode, problem } from '../../problems/error-codes.js';
import type { EvaluatorFailure } from '../logic/evaluator.js';

export interface Posted extends CappedBody {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly location: string | null;
}

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

/** Failures that retries cannot change. */
const LASTING: readonly NotPosted['reason'][] = ['tls', 'bad-url', 'bad-request', 'closed', 'called-off'];

/** The failure if no answer arrived. */
export function describeNoAnswer(
  { reason, message }: NotPosted,
  { evaluator, timeoutMs }: { readonly evaluator: string; readonly timeoutMs: number },
): EvaluatorFailure {
  const args = { evaluator, reason: message, seconds: timeoutMs / 1000 };
  return { problem: problem(CODES[reason], undefined, args), retry: !LASTING.includes(reason) };
}

/**
 * The failure for a status other than 2xx (seed 004). Only a server that is overloaded (429, 503) or broken (other 5xx)
 * is asked again; a refusal of the request (other 4xx) and a redirect are final.
 *
 * @param show prepares text of the server for a message
 */
export function describeStatus(
  { status, retryAfter, location, body, truncated }: Posted,
  { evaluator, show, now }: StatusContext,
): EvaluatorFailure {
  const isRedirect = status >= 300 && status < 400 && location !== null;
  const shown = isRedirect
    ? `a redirect to ${show(withoutQuery(location), false)}`
    : show(body.toString('utf8'), truncated);
  const isBusy = status === 429 || status === 503;
  return {
    problem: problem('EVL-022', undefined, { evaluator, status, shown }),
    retry: isBusy || status >= 500,
    // A busy server without a time also asks for a pause; the caller decides how long.
    ...(isBusy && { retryAfter: parseRetryAfter(retryAfter, now) ?? 0 }),
  };
}

interface StatusContext {
  readonly evaluator: string;
  readonly show: (text: string, isCut: boolean) => string;
  readonly now: Date;
}

/** The address of a login page contains private tokens. */
function withoutQuery(location: string): string {
  return location.replace(/[?#].*$/s, '');
}
