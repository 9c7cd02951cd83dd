import { validateHeaderName, validateHeaderValue } from 'node:http';
import type { HttpSpec } from '../../../model/evaluator.js';
import { codeOf } from '../../../model/system-error.js';
import { fatal } from '../../../tables/error-codes.js';
import { isPlainHttp } from '../../http/redirect.js';
import { completeHeaders } from '../../http/request-headers.js';

/**
 * The address and the headers of an evaluator, found usable. Private addresses are: it is the caller's own server.
 *
 * @returns headers as they go on the wire, names in lower case
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
    checkHeader({ name, value, position: at + 1, isSent: Object.hasOwn(complete, name.toLowerCase()) });
  }
  return { url: acceptUrl(url), headers: complete };
}

function acceptUrl(text: string): URL {
  if (!URL.canParse(text))
    throw fatal('EVL-023', undefined, { url: withoutKeys(text), reason: 'it is no URL' });
  const url = new URL(text);
  if (isPlainHttp(url)) return url;
  const reason = /^https?:$/.test(url.protocol)
    ? 'it holds a user name or a password'
    : `its scheme is ${url.protocol}`;
  // A password must not come back in a message, nor a key in the query.
  throw fatal('EVL-023', undefined, { url: nameOf(url), reason });
}

/** What may be shown and recorded of an address: neither credentials nor query. */
export function nameOf(url: URL): string {
  return url.host === '' ? `${url.protocol}…` : `${url.protocol}//${url.host}${url.pathname}`;
}

function withoutKeys(text: string): string {
  return text.replace(/[?#].*$/s, '').replace(/^.*@/s, '…@');
}

interface Header {
  readonly name: string;
  readonly value: string;
  /** Counted from 1: a name that is none may be a key in the wrong place. */
  readonly position: number;
  readonly isSent: boolean;
}

function checkHeader({ name, value, position, isSent }: Header): void {
  if (!isValid(() => validateHeaderName(name))) {
    throw fatal('EVL-029', undefined, { which: `no. ${position}`, reason: 'its name is no header name' });
  }
  if (!isSent) {
    throw fatal('EVL-029', undefined, { which: name, reason: 'it belongs to the connection' });
  }
  if (!isValid(() => validateHeaderValue(name, value))) {
    const reason = 'its value holds a line break or another character that headers can not carry';
    throw fatal('EVL-029', undefined, { which: name, reason });
  }
}

function isValid(check: () => void): boolean {
  try {
    check();
    return true;
  } catch (error) {
    if (codeOf(error)?.startsWith('ERR_INVALID_')) return false;
    throw error;
  }
}
