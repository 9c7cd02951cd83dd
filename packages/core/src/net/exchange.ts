import type { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { type Gathered, gatheredField } from '../spec/gathered.js';
import { startTime } from './deadline.js';
import { describeFailure, failure } from './failure.js';
import type { HttpFailure, HttpOutcome, HttpRequest } from './logic/http.js';
import type { MapOrigin } from './origin-map.js';
import { encodingOf, readCapped } from './read-body.js';
import { type Hop, isRedirect, nextHop } from './redirect.js';
import { completeHeaders } from './request-headers.js';

const MAX_REDIRECTS = 5;
/** Bytes of an unwanted body that are still read to keep the connection. */
const DRAIN_BYTES = 16 * 1024;

export interface Wire {
  readonly dispatcher: Dispatcher;
  readonly mapOrigin: MapOrigin;
  /** Whether a private address was reached at the host of this address. */
  readonly isPrivate: (url: URL) => boolean;
  /** For the whole exchange: connection, every redirect, the last byte of the body. */
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
  /** Called before each redirect; absent: follow all of them. */
  readonly mayFollow: ((next: HttpRequest) => boolean) | undefined;
}

/** Sends one request and follows its redirects; returns a value. The caller decides about retries. */
export async function exchange(first: Hop, { wire, ...terms }: Terms): Promise<Exchange> {
  const started = performance.now();
  const abort = new AbortController();
  const stop = startTime(wire.timeoutMs, () => abort.abort());
  const since = () => Math.round(performance.now() - started);
  const ways: Way[] = [];
  const end = ({ outcome, retryAfter }: Exchange): Exchange => ({
    outcome: { ...outcome, ...gatheredField(ways.map((way) => gatheredOn(way, wire))) },
    retryAfter,
  });
  try {
    return end(await follow(first, { ...terms, wire, signal: abort.signal, since, ways }));
  } catch (error) {
    const found = abort.signal.aborted
      ? failure('timeout', 'NET-001', { limitMs: wire.timeoutMs })
      : describeFailure(error, wire.timeoutMs);
    return end(failed(found, null, since()));
  } finally {
    stop();
  }
}

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

interface Attempt extends Terms {
  readonly signal: AbortSignal;
  readonly since: () => number;
  /** Receives every hop. */
  readonly ways: Way[];
}

async function follow(first: Hop, attempt: Attempt): Promise<Exchange> {
  const { ignoreBody, wire, signal, since, ways, mayFollow } = attempt;
  let hop = first;
  for (let redirects = 0; ; redirects += 1) {
    const target = wire.mapOrigin(hop.url);
    ways.push({ asked: hop.url, target });
    const response = await call(hop, target, { wire, signal });
    const status = response.statusCode;
    const location = header(response, 'location');
    if (!isRedirect(status, location)) {
      const outcome = await answer(response, ignoreBody, wire.maxBytes);
      return {
        outcome: { ...outcome, durationMs: since() },
        retryAfter: header(response, 'retry-after'),
      };
    }
    await response.body.dump({ limit: DRAIN_BYTES, signal });
    if (redirects === MAX_REDIRECTS) {
      return failed(failure('redirect', 'NET-008', { limit: MAX_REDIRECTS }), status, since());
    }
    const next = nextHop(hop, status, location);
    if ('failed' in next) return failed(next.failed, status, since());
    if (mayFollow?.(asRequest(next.hop)) === false) {
      return failed(failure('key-held', 'NET-015'), status, since());
    }
    hop = next.hop;
  }
}

function asRequest({ method, url, headers, body }: Hop): HttpRequest {
  return { method, url: url.href, headers, ...(body !== null && { body }) };
}

function call(
  hop: Hop,
  target: URL,
  { wire, signal }: Pick<Attempt, 'wire' | 'signal'>,
): Promise<Dispatcher.ResponseData> {
  return wire.dispatcher.request({
    origin: target.origin,
    path: `${target.pathname}${target.search}`,
    method: hop.method as Dispatcher.HttpMethod,
    headers: completeHeaders(hop.headers),
    body: hop.body,
    signal,
    // The timer above covers everything; a second one would only compete with it.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
}

type Answer = Omit<Extract<HttpOutcome, { kind: 'response' }>, 'durationMs'>;

async function answer(
  response: Dispatcher.ResponseData,
  ignoreBody: boolean,
  maxBytes: number,
): Promise<Answer> {
  const head = {
    kind: 'response',
    status: response.statusCode,
    contentType: header(response, 'content-type'),
  } as const;
  if (ignoreBody) {
    await response.body.dump({ limit: DRAIN_BYTES });
    return { ...head, body: Buffer.alloc(0), bytes: 0, truncated: false };
  }
  const { body, truncated } = await readCapped(response.body as Readable, encodingOf(response), maxBytes);
  return { ...head, body, bytes: body.length, truncated };
}

function header(response: Dispatcher.ResponseData, name: string): string | null {
  const value = response.headers[name];
  return (Array.isArray(value) ? value[0] : value) ?? null;
}

function failed(
  found: { reason: HttpFailure; message: string },
  status: number | null,
  durationMs: number,
): Exchange {
  return { outcome: { kind: 'failed', ...found, status, durationMs }, retryAfter: null };
}
