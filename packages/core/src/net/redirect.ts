import { failure } from './failure.js';
import type { HttpFailure } from './logic/http.js';

/** One request on its way; redirects turn it into the next. */
export interface Hop {
  readonly method: string;
  readonly url: URL;
  /** The caller's own headers; none of them crosses to another origin. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

type Next =
  | { readonly hop: Hop }
  | { readonly failed: { readonly reason: HttpFailure; readonly message: string } };

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

export function isRedirect(status: number, location: string | null): location is string {
  return REDIRECTS.has(status) && location !== null;
}

/**
 * Where a redirect leads (Fetch standard: 303 makes anything but HEAD a GET, 301 and 302 make a POST a GET,
 * 307 and 308 repeat the request). On another origin the caller's headers are dropped, all of them, because
 * any may hold a key; a body may too, so it is not carried there at all.
 */
export function nextHop(hop: Hop, status: number, location: string): Next {
  if (!URL.canParse(location, hop.url.href)) return { failed: failure('redirect', 'NET-009') };
  const url = new URL(location, hop.url);
  if (!isPlainHttp(url)) return { failed: failure('redirect', 'NET-009') };
  const becomesGet =
    (status === 303 && hop.method !== 'HEAD') ||
    ((status === 301 || status === 302) && hop.method === 'POST');
  const method = becomesGet ? 'GET' : hop.method;
  const body = becomesGet ? null : hop.body;
  const sameOrigin = url.origin === hop.url.origin;
  if (!sameOrigin && body !== null) return { failed: failure('redirect', 'NET-010') };
  return { hop: { method, url, headers: sameOrigin ? hop.headers : {}, body } };
}

/** http(s), and no user name or password in it. */
export function isPlainHttp(url: URL): boolean {
  return /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
}
