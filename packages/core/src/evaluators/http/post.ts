import type { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { startDeadline } from '../../net/deadline.js';
import { describeFailure } from '../../net/failure.js';
import type { HttpFailure } from '../../net/logic/http.js';
import { encodingOf, readCapped } from '../../net/read-body.js';

export interface Post {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** For the whole call: connection, headers, the last byte of the body. */
  readonly timeoutMs: number;
  /** Most decoded bytes of the answer to read. */
  readonly maxBytes: number;
  readonly signal: AbortSignal | undefined;
}

export interface Posted {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly location: string | null;
  readonly body: Buffer;
  /** The answer was longer than the limit. */
  readonly truncated: boolean;
}

export interface NotPosted {
  readonly reason: HttpFailure | 'called-off';
  /** Contains no part of the request. */
  readonly message: string;
}

/** Sends one POST without redirects or retries. Everything a server or a network does becomes a value. */
export async function post(dispatcher: Dispatcher, request: Post): Promise<Posted | NotPosted> {
  const { timeoutMs } = request;
  const deadline = startDeadline(timeoutMs, request.signal);
  const endedBy = (): NotPosted | null => {
    const reason = deadline.ended();
    return reason && { reason, message: '' };
  };
  try {
    return endedBy() ?? (await send(dispatcher, request, deadline.signal));
  } catch (error) {
    return endedBy() ?? describeFailure(error, timeoutMs);
  } finally {
    deadline.clear();
  }
}

async function send(dispatcher: Dispatcher, request: Post, signal: AbortSignal): Promise<Posted> {
  const { url, headers, body, maxBytes } = request;
  const response = await dispatcher.request({
    origin: url.origin,
    path: `${url.pathname}${url.search}`,
    method: 'POST',
    headers,
    body,
    signal,
    // The timer covers everything; a second one would only compete with it.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const header = (name: string) => [response.headers[name] ?? []].flat()[0] ?? null;
  const read = await readCapped(response.body as Readable, encodingOf(response), maxBytes);
  return {
    status: response.statusCode,
    retryAfter: header('retry-after'),
    location: header('location'),
    ...read,
  };
}
