import type { LookupFunction } from 'node:net';
import { pipeline, type Readable } from 'node:stream';
import { constants, createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { Agent, type buildConnector, type Dispatcher } from 'undici';
import { createGuardedConnector } from './addresses.js';
import { completeHeaders } from './headers.js';
import type { AllowedHosts } from './hosts.js';

export const MAX_REDIRECTS = 5;
/** Maximum number of bytes of an unwanted body that are still read to keep the connection open. */
export const DRAIN_BYTES = 16 * 1024;
/** Larger than the headers of any honest answer; set explicitly, because NODE_OPTIONS could change the default. */
const MAX_HEADER_BYTES = 32 * 1024;

/** Which servers may be reached. */
export interface NetworkPolicy {
  /** Hosts that may have private addresses; `any`: every host may, because the servers are the user's own. */
  readonly reach: AllowedHosts | 'any';
  /** Time limit for one connection: name resolution, TCP and TLS. */
  readonly connectMs: number;
  /** Called with each host, as spelled by `hostOf`, at which an allowed private address was reached. */
  readonly onPrivate?: (host: string) => void;
  /** Name resolution and dialling, for tests. */
  readonly lookup?: LookupFunction;
  readonly build?: typeof buildConnector;
}

/** One request; a redirect leads to the next one. */
export interface Hop {
  readonly method: string;
  readonly url: URL;
  /** In any letter case; our defaults are added. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

export interface Redirect {
  readonly status: number;
  readonly location: string;
  /** Number of redirects that may still be followed, including this one; if it is 0, this one has to be refused. */
  readonly left: number;
}

interface Sending {
  /** The only time limit. */
  readonly signal: AbortSignal;
  /**
   * Returns the request that follows a redirect, or throws to refuse it. If absent, a redirect is an answer like any
   * other.
   */
  readonly redirect?: (hop: Hop, redirect: Redirect) => Hop;
  /** Maps the URL of a request to the URL that is really called; if absent, the request's own URL is called. */
  readonly dial?: (url: URL) => URL;
}

/** @returns an answer with an unread body, which must be passed to `readCapped` or `decode`, or destroyed */
export type Send = (first: Hop, sending: Sending) => Promise<Dispatcher.ResponseData>;

export interface Network {
  readonly send: Send;
  close(): Promise<void>;
}

/**
 * The only access to the network: every request of pretests, evaluators, judges and MCP readers is sent here. Addresses
 * are checked when connecting, except those of the user's own servers. Proxies and cookies are not used, and nothing is
 * retried.
 */
export function openNetwork({ reach, connectMs, ...how }: NetworkPolicy): Network {
  const agent = new Agent({
    connect:
      reach === 'any'
        ? { timeout: connectMs, ...(how.lookup && { lookup: how.lookup }) }
        : createGuardedConnector({ allowed: reach, timeoutMs: connectMs, ...how }),
    maxHeaderSize: MAX_HEADER_BYTES,
  });
  return {
    async send(first, { signal, redirect, dial = (url) => url }) {
      let hop = first;
      for (let left = MAX_REDIRECTS; ; left -= 1) {
        const target = dial(hop.url);
        const response = await agent.request({
          origin: target.origin,
          path: `${target.pathname}${target.search}`,
          method: hop.method as Dispatcher.HttpMethod,
          headers: completeHeaders(hop.headers),
          body: hop.body,
          signal,
          // The signal limits the time of the whole exchange; a second timer would only compete with it.
          headersTimeout: 0,
          bodyTimeout: 0,
        });
        // Whoever reads the body gets its errors; ignore errors before and after the reading.
        response.body.on('error', () => undefined);
        const location = headerOf(response, 'location');
        if (!redirect || location === null || !REDIRECTS.has(response.statusCode)) return response;
        await response.body.dump({ limit: DRAIN_BYTES, signal });
        hop = redirect(hop, { status: response.statusCode, location, left });
      }
    },
    close: () => agent.destroy(),
  };
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** The first value of a header. */
export function headerOf({ headers }: Dispatcher.ResponseData, name: string): string | null {
  return [headers[name] ?? []].flat()[0] ?? null;
}

export interface CappedBody {
  readonly body: Buffer;
  /** The answer was longer than the limit, and the rest was not read. */
  readonly truncated: boolean;
}

/**
 * Reads at most `maxBytes` decoded bytes and discards the rest unread. Because decoded bytes count, reading also stops
 * there for a small body that decompresses to gigabytes.
 */
export async function readCapped(response: Dispatcher.ResponseData, maxBytes: number): Promise<CappedBody> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of decode(response)) {
    const bytes = chunk as Buffer;
    const room = maxBytes - size;
    if (bytes.length > room) {
      chunks.push(bytes.subarray(0, room));
      return { body: Buffer.concat(chunks), truncated: true };
    }
    chunks.push(bytes);
    size += bytes.length;
  }
  return { body: Buffer.concat(chunks), truncated: false };
}

/** An answer with a content-encoding that we cannot decode. */
class BadEncoding extends Error {
  readonly code = 'BAD_ENCODING';
}

/**
 * The decoded body of an answer.
 *
 * @throws BadEncoding for an unknown content-encoding
 */
export function decode({ headers, body }: Dispatcher.ResponseData): Readable {
  const source = body as Readable;
  // Several headers are joined into one list, which no decoder matches: a body compressed twice is not decoded.
  const encoding = [headers['content-encoding'] ?? ''].flat().join(', ');
  const decoder = decoderFor(encoding.trim().toLowerCase());
  if (decoder === undefined) {
    // Nobody will read this body, and it would keep its connection until the client is closed.
    source.destroy();
    throw new BadEncoding(`content-encoding ${encoding}`);
  }
  if (decoder === null) return source;
  // The decoder passes on the source's errors as well as its own.
  return pipeline(source, decoder, () => undefined);
}

/** The decoder for an encoding; null if there is nothing to decode, undefined if the encoding is unknown. */
function decoderFor(encoding: string) {
  // Servers often end compressed bodies early; like browsers, accept what has arrived.
  const lenient = { flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH };
  if (encoding === '' || encoding === 'identity') return null;
  if (encoding === 'gzip' || encoding === 'x-gzip') return createGunzip(lenient);
  if (encoding === 'deflate') return createInflate(lenient);
  if (encoding === 'br') return createBrotliDecompress();
  return undefined;
}
