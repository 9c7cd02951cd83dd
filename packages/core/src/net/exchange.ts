import type { Dispatcher } from 'undici';
import { type Gathered, gatheredField } from '../spec/gathered.js';
import { startDeadline } from './deadline.js';
import { describeFailure, type Failure, failure } from './failure.js';
import type { MapOrigin } from './hosts.js';
import type { HttpOutcome, HttpRequest } from './logic/http.js';
import {
  DRAIN_BYTES,
  type Hop,
  headerOf,
  MAX_REDIRECTS,
  type Redirect,
  readCapped,
  type Send,
} from './network.js';
import { isPlainHttp } from './url.js';

export interface Wire {
  readonly send: Send;
  readonly mapOrigin: MapOrigin;
  /** Whether a private address was reached at this URL's host. */
  readonly isPrivate: (url: URL) => boolean;
  /** Time limit for the whole exchange: the connection, every redirect, and the body up to its last byte. */
  readonly timeoutMs: number;
  readonly maxBytes: number;
}

export interface Exchange {
  readonly outcome: HttpOutcome;
  readonly retryAfter: string | null;
}

interface Terms {
  readonly ignoreBody: boolean;
  readonly wire: Wire;
  /** Called before each redirect; if absent, all redirects are followed. */
  readonly mayFollow: ((next: HttpRequest) => boolean) | undefined;
}

/** Sends one request and follows its redirects. A failure is returned, not thrown. The caller decides about retries. */
export async function exchange(first: Hop, { ignoreBody, wire, mayFollow }: Terms): Promise<Exchange> {
  const { timeoutMs, mapOrigin } = wire;
  const started = performance.now();
  const deadline = startDeadline(timeoutMs, undefined);
  const ways: Way[] = [];
  const dial = (asked: URL) => {
    const target = mapOrigin(asked);
    ways.push({ asked, target });
    return target;
  };
  const redirect = (hop: Hop, to: Redirect) => follow(hop, to, mayFollow);
  const end = (outcome: Answer | Failed, retryAfter: string | null = null): Exchange => {
    const durationMs = Math.round(performance.now() - started);
    const gathered = gatheredField(ways.map((way) => gatheredOn(way, wire)));
    return { outcome: { ...outcome, durationMs, ...gathered }, retryAfter };
  };
  try {
    const response = await wire.send(first, { signal: deadline.signal, dial, redirect });
    const answer = await readAnswer(response, ignoreBody ? null : wire.maxBytes);
    return end(answer, headerOf(response, 'retry-after'));
  } catch (error) {
    if (error instanceof NotFollowed) return end({ kind: 'failed', ...error.found, status: error.status });
    const isLate = deadline.ended() !== null;
    const found = isLate
      ? failure('timeout', 'NET-001', { limitMs: timeoutMs })
      : describeFailure(error, timeoutMs);
    return end({ kind: 'failed', ...found, status: null });
  } finally {
    deadline.clear();
  }
}

type Answer = Omit<Extract<HttpOutcome, { kind: 'response' }>, 'durationMs'>;
type Failed = Omit<Extract<HttpOutcome, { kind: 'failed' }>, 'durationMs'>;

/** The intended and the real destination of a request. */
interface Way {
  readonly asked: URL;
  readonly target: URL;
}

function gatheredOn({ asked, target }: Way, { isPrivate }: Wire): Gathered {
  return {
    ...(target.origin !== asked.origin && { originMap: true }),
    ...(isPrivate(target) && { allowedHost: true }),
  };
}

/** @param maxBytes null: discard the body unread */
async function readAnswer(response: Dispatcher.ResponseData, maxBytes: number | null): Promise<Answer> {
  const head = {
    kind: 'response',
    status: response.statusCode,
    contentType: headerOf(response, 'content-type'),
  } as const;
  if (maxBytes === null) {
    await response.body.dump({ limit: DRAIN_BYTES });
    return { ...head, body: Buffer.alloc(0), bytes: 0, truncated: false };
  }
  const { body, truncated } = await readCapped(response, maxBytes);
  return { ...head, body, bytes: body.length, truncated };
}

/** A redirect that is not followed. */
class NotFollowed extends Error {
  readonly found: Failure;
  readonly status: number;

  constructor(found: Failure, status: number) {
    super(found.message);
    this.found = found;
    this.status = status;
  }
}

function follow(hop: Hop, { status, location, left }: Redirect, mayFollow: Terms['mayFollow']): Hop {
  if (left === 0) throw new NotFollowed(failure('redirect', 'NET-008', { limit: MAX_REDIRECTS }), status);
  const next = nextHop(hop, status, location);
  if ('failed' in next) throw new NotFollowed(next.failed, status);
  const { method, url, headers, body } = next.hop;
  const request = { method, url: url.href, headers, ...(body !== null && { body }) };
  if (mayFollow?.(request) === false) throw new NotFollowed(failure('key-held', 'NET-015'), status);
  return next.hop;
}

/**
 * The request after a redirect (Fetch standard: 303 turns everything except HEAD into a GET, 301 and 302 turn a POST
 * into a GET, 307 and 308 repeat the request). If the origin changes, all of the caller's headers are dropped, because
 * any of them may hold a key; a body may hold one too, so a redirect that would send a body to another origin is not
 * followed.
 */
export function nextHop(
  hop: Hop,
  status: number,
  location: string,
): { readonly hop: Hop } | { readonly failed: Failure } {
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
