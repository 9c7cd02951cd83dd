import { failure } from './failure.js';
import type { HttpFailure } from './logic/http.js';

/** One request; redirects turn it into the next. */
export interface Hop {
  readonly method: string;
  readonly url: URL;
  /** The caller's own headers; none of them is sent to another origin. */
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
 * The request after a redirect (Fetch standard: 303 turns everything except HEAD into a GET, 301 and 302 turn a POST
 * into a GET, 307 and 308 repeat the request). For another origin all of the caller's headers are dropped, because any
 * may hold a key; a body may hold one too, so such a redirect is not followed with a body.
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

/** An http(s) address without user name and password. */
export function isPlainHttp(url: URL): boolean {
  return /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
}
