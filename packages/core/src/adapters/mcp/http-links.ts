import { setTimeout as delay } from 'node:timers/promises';
import type { Transport } from '@modelcontextprotocol/client';
import { problem } from '../../tables/error-codes.js';
import { type Asking, type Fault, McpFault } from './fault.js';
import type { GuardedHttp, HttpRequest } from './guarded-http.js';
import { CONNECT_TIMEOUT_MS } from './limits.js';
import { faultOf, type Link } from './link.js';
import { describeTransportError } from './transport-error.js';

/** A session that is over is told so; no longer than this. */
const FAREWELL_MS = 1_000;

interface HttpLinkOptions {
  readonly http: GuardedHttp;
  readonly url: URL;
  readonly asking: Asking;
}

/** Loads the client library: only who asks a server over HTTP waits for it. */
export async function createStreamableLink({ http, url, asking }: HttpLinkOptions): Promise<Link> {
  const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client');
  const transport = new StreamableHTTPClientTransport(url, {
    redirectPolicy: 'follow',
    fetch: async (input, init) => {
      const request = toRequest(input, init);
      // What a server says unasked is of no use here. A stream that is taken up again is part of an answer.
      if (request.method === 'GET' && !request.headers.has('last-event-id')) {
        return new Response(null, { status: 405 });
      }
      const id = idOf(request.body);
      return http.send(request, ({ fault }) => link.onbreak?.(id, () => fault));
    },
  });
  const link: Link = {
    transport,
    onend: undefined,
    onbreak: undefined,
    open: () => openTransport(transport, asking),
    async close() {
      const farewell = setTimeout(() => transport.close(), FAREWELL_MS);
      // The server may know no farewells, or be gone: nothing depends on it.
      await transport.terminateSession().catch(() => undefined);
      clearTimeout(farewell);
      await transport.close();
    },
  };
  return link;
}

/** HTTP with SSE as it was before 2025-03-26: one stream for all answers. */
export async function createSseLink({ http, url, asking }: HttpLinkOptions): Promise<Link> {
  const { SSEClientTransport } = await import('@modelcontextprotocol/client');
  let isOpened = false;
  const transport = new SSEClientTransport(url, {
    redirectPolicy: 'follow',
    fetch: async (input, init) => {
      const request = toRequest(input, init);
      if (request.method !== 'GET') return http.send(request, () => undefined);
      // The library would open a stream that ended again and again; the answers that wait would not come with it.
      if (isOpened) throw new McpFault(closed(asking)('the stream'));
      isOpened = true;
      const response = await http.send(request, ({ fault }) => link.onend?.(() => fault));
      return watchEnd(response, () => link.onend?.(closed(asking)));
    },
  });
  const link: Link = {
    transport,
    onend: undefined,
    onbreak: undefined,
    open: () =>
      Promise.race([
        openTransport(transport, asking),
        delay(CONNECT_TIMEOUT_MS, closed(asking)('the stream'), { ref: false }),
      ]),
    close: () => transport.close(),
  };
  return link;
}

async function openTransport(transport: Transport, asking: Asking): Promise<Fault | null> {
  try {
    await transport.start();
    return null;
  } catch (error) {
    return describeTransportError(error, 'the stream', asking);
  }
}

function closed({ target }: Asking) {
  return (method: string) => faultOf(problem('MCP-012', undefined, { target, method }));
}

function watchEnd(response: Response, onEnd: () => void): Response {
  const body = response.body?.pipeThrough(new TransformStream({ flush: onEnd })) ?? null;
  return new Response(body, { status: response.status, headers: response.headers });
}

function toRequest(input: string | URL, init: RequestInit = {}): HttpRequest {
  return {
    url: new URL(input),
    method: init.method ?? 'GET',
    headers: new Headers(init.headers),
    body: typeof init.body === 'string' ? init.body : null,
    signal: init.signal ?? new AbortController().signal,
  };
}

function idOf(body: string | null): unknown {
  // Our own message, which is JSON.
  return body === null ? undefined : (JSON.parse(body) as { id?: unknown }).id;
}
