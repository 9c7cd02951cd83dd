import { completeHeaders, findHeaderFault } from '../../net/headers.js';
import { acceptUrl, nameOf } from '../../net/url.js';
import { fatal } from '../../problems/error-codes.js';
import { sha256 } from '../../spec/hash.js';
import type { EvaluatorIdentity, HttpSpec, ScoreRange } from '../logic/evaluator.js';

/**
 * Checks the address and the headers of an evaluator. Private addresses are allowed: the server is the caller's own.
 *
 * @returns headers as they are sent, with names in lower case
 * @throws GradingError EVL-023 for the address, EVL-029 for a header; neither message shows a value
 */
export function acceptSpec({ url, headers }: Pick<HttpSpec, 'url' | 'headers'>): {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
} {
  const complete = completeHeaders({
    accept: 'application/json',
    'content-type': 'application/json',
    ...headers,
  });
  for (const [at, [name, value]] of Object.entries(headers).entries()) {
    const fault = findHeaderFault({ name, value }, at + 1);
    if (fault) throw fatal('EVL-029', undefined, { ...fault });
  }
  const accepted = acceptUrl(url);
  if ('url' in accepted) return { url: accepted.url, headers: complete };
  throw fatal('EVL-023', undefined, { url: accepted.shown, reason: accepted.reason });
}

export const UNVERSIONED = 'unversioned';

/** Identity of an HTTP service: its address without query, and the version it reports. */
export function identifyService(url: URL, version: string): EvaluatorIdentity {
  return { kind: 'script', name: nameOf(url), version, harness: 'evaluator-http' };
}

/** A key that is equal for services called in the same way. The query may be secret, so only its hash is in it. */
export function keyOfService(url: URL, range: ScoreRange): string {
  const query = url.search === '' ? [] : [`query:${sha256(url.search)}`];
  return ['http', nameOf(url), ...query, `range:${range}`].join(' ');
}

/** Like `keyOfService`, but for one version of the service. */
export function cacheKeyOfService(url: URL, range: ScoreRange, version: string): string {
  return `${keyOfService(url, range)} version:${version}`;
}
