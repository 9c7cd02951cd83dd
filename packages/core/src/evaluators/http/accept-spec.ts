import { completeHeaders, findHeaderFault } from '../../net/headers.js';
import { acceptUrl } from '../../net/url.js';
import { fatal } from '../../problems/error-codes.js';
import type { HttpSpec } from '../logic/evaluator.js';

/**
 * Checks the address and the headers of an evaluator. Private addresses are allowed: it is the caller's own server.
 *
 * @returns headers as they are sent, with names in lower case
 * @throws GradingError EVL-023 for the address, EVL-029 for a header; neither shows a value
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
