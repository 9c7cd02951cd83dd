import { describeProblem, type ErrorCode, problem } from '../problems/error-codes.js';
import { codeOf } from '../values/system-error.js';
import type { HttpFailure } from './logic/http.js';

export interface Failure {
  readonly reason: HttpFailure;
  readonly message: string;
}

const BY_CODE: readonly (readonly [pattern: RegExp, reason: HttpFailure, code: ErrorCode])[] = [
  [/^(ENOTFOUND|EAI_|ENODATA|ESERVFAIL|EBADNAME)/, 'dns', 'NET-002'],
  [/^ECONNREFUSED$/, 'refused', 'NET-003'],
  [
    /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|HOSTNAME_MISMATCH|EPROTO|CRL_)/,
    'tls',
    'NET-004',
  ],
  [/^(ECONNRESET|ECONNABORTED|EPIPE|UND_ERR_SOCKET)$/, 'reset', 'NET-005'],
  [/^(HPE_|Z_|ERR__?ERROR|ERR_BROTLI|BAD_ENCODING$)/, 'bad-response', 'NET-013'],
  [/^UND_ERR_(HEADERS_OVERFLOW|RES_|RESPONSE)/, 'bad-response', 'NET-013'],
  [/^UND_ERR_(INVALID_ARG|NOT_SUPPORTED)$/, 'bad-request', 'NET-012'],
  [/^UND_ERR_(DESTROYED|CLOSED|ABORTED)$/, 'closed', 'NET-014'],
];

/**
 * Describes an error of the network stack. The message is our own, because the original one may quote the
 * request.
 *
 * @throws the error itself if it has no code, which means that it is a bug of ours and not a failure of the network
 */
export function describeFailure(error: unknown, limitMs: number): Failure {
  const { code, own } = coded(error);
  if (code === 'BLOCKED_ADDRESS') return { reason: 'blocked-address', message: own };
  if (/^(ETIMEDOUT|UND_ERR_(CONNECT|HEADERS|BODY)_TIMEOUT|TIMED_OUT)$/.test(code)) {
    return failure('timeout', 'NET-001', { limitMs });
  }
  const row = BY_CODE.find(([pattern]) => pattern.test(code));
  return row ? failure(row[1], row[2], { cause: code }) : failure('network', 'NET-006', { cause: code });
}

export function failure(
  reason: HttpFailure,
  code: ErrorCode,
  args?: Record<string, string | number>,
): Failure {
  return { reason, message: describeProblem(problem(code, undefined, args)).message };
}

/** Whether `describeFailure` can describe an error. */
export function isNetworkError(error: unknown): boolean {
  return codeOf(error) !== undefined || parserCode(error) !== undefined;
}

function coded(error: unknown): { code: string; own: string } {
  // If a host has several addresses, each of them may have failed; the first error is as good as any.
  const first: unknown = error instanceof AggregateError && !('code' in error) ? error.errors[0] : error;
  const code = codeOf(first) ?? parserCode(first);
  if (code === undefined || !(first instanceof Error)) throw error;
  return { code, own: first.message };
}

/** An answer that is not HTTP is the only failure that undici reports without a code. */
function parserCode(error: unknown): string | undefined {
  return error instanceof Error && error.name === 'HTTPParserError' ? 'HPE_NO_HTTP' : undefined;
}
