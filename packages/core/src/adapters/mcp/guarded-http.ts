import type { LookupFunction } from 'node:net';
import type { Readable } from 'node:stream';
import { Agent, type Dispatcher } from 'undici';
import { problem } from '../../tables/error-codes.js';
import type { AllowedHosts } from '../http/allowed-hosts.js';
import { describeFailure } from '../http/failure.js';
import { createGuardedConnector } from '../http/guarded-connect.js';
import { decode, readCapped } from '../http/read-body.js';
import { isRedirect } from '../http/redirect.js';
import { completeHeaders } from '../http/request-headers.js';
import { showText } from '../show-text.js';
import { countBody } from './count-bytes.js';
import { type Asking, McpFault } from './fault.js';
import { followRedirect } from './follow-redirect.js';
import { CONNECT_TIMEOUT_MS } from './limits.js';
import { faultOf } from './link.js';

const MAX_REDIRECTS = 5;
/** Bytes of a refusal that are looked at. */
const REFUSAL_BYTES = 8 * 1024;
const SESSION = 'mcp-session-id';

/** What one request of the client library says; all of its requests are like this. */
export interface HttpRequest {
  readonly url: URL;
  readonly method: string;
  /** Of the protocol; those of the user are added here. */
  readonly headers: Headers;
  readonly body: string | null;
  readonly signal: AbortSignal;
}

export interface GuardedHttp {
  /**
   * Sends one request and follows its redirects.
   *
   * @param onBreak told of a body that breaks off or is too long
   * @throws McpFault when there is no answer or one that refuses
   */
  send(request: HttpRequest, onBreak: (fault: McpFault) => void): Promise<Response>;
  close(): Promise<void>;
}

export interface HttpSurroundings {
  readonly allowed: AllowedHosts;
  /** Of the user; they never leave the origin that they were given for. */
  readonly headers: Readonly<Record<string, string>>;
  readonly origin: string;
  readonly lookup?: LookupFunction;
}

/** The way to an HTTP server: addresses are checked with each connection, and what comes back is counted. */
export function createGuardedHttp(asking: Asking, surroundings: HttpSurroundings): GuardedHttp {
  const { allowed, lookup, headers, origin } = surroundings;
  const connect = createGuardedConnector({
    allowed,
    timeoutMs: CONNECT_TIMEOUT_MS,
    ...(lookup && { lookup }),
  });
  const dispatcher = new Agent({ connect });
  /** A session is known to nobody but the origin that began it. */
  let sessionOrigin = origin;

  function headersFor({ url, headers: own }: HttpRequest): Record<string, string> {
    const sent = { ...(url.origin === origin && headers), ...Object.fromEntries(own) };
    if (url.origin !== sessionOrigin) delete sent[SESSION];
    return completeHeaders(sent);
  }

  async function call(request: HttpRequest): Promise<Dispatcher.ResponseData> {
    const { url, method, body, signal } = request;
    try {
      return await dispatcher.request({
        origin: url.origin,
        path: `${url.pathname}${url.search}`,
        method: method as Dispatcher.HttpMethod,
        headers: headersFor(request),
        body,
        signal,
        // One deadline covers the whole asking; a second clock would only give a second answer.
        headersTimeout: 0,
        bodyTimeout: 0,
      });
    } catch (error) {
      throw toMcpFault(error, asking);
    }
  }

  return {
    async send(first, onBreak) {
      let request = first;
      for (let redirects = 0; ; redirects += 1) {
        const response = await call(request);
        const { statusCode: status } = response;
        const location = header(response, 'location');
        if (isRedirect(status, location)) {
          // Of a broken connection the next request will tell.
          await response.body.dump({ limit: REFUSAL_BYTES }).catch(() => undefined);
          request = followRedirect(request, { status, location, left: MAX_REDIRECTS - redirects }, asking);
          continue;
        }
        if (status < 200 || status > 299) throw await describeRefusal(response, asking);
        if (header(response, SESSION) !== null) sessionOrigin = request.url.origin;
        return toResponse(response, asking, onBreak);
      }
    },
    close: () => dispatcher.destroy(),
  };
}

function toResponse(
  response: Dispatcher.ResponseData,
  asking: Asking,
  onBreak: (fault: McpFault) => void,
): Response {
  const { statusCode: status } = response;
  const headers = new Headers(
    Object.entries(response.headers).flatMap(([name, value]) =>
      [value ?? []].flat().map((one): [string, string] => [name, one]),
    ),
  );
  const isEmpty = status === 204 || status === 205;
  if (isEmpty) response.body.destroy();
  const isEvents = /^text\/event-stream\b/i.test(headers.get('content-type') ?? '');
  const body = isEmpty ? null : ReadableStream.from(readBody(response, { asking, isEvents, onBreak }));
  return new Response(body, { status, headers });
}

async function* readBody(
  response: Dispatcher.ResponseData,
  { asking, isEvents, onBreak }: BodyReading,
): AsyncGenerator<Buffer> {
  const source = response.body as Readable;
  // Errors come with the iteration; a late one, after the reading stopped, has nobody left to tell.
  source.on('error', () => undefined);
  try {
    const decoded = decode(source, header(response, 'content-encoding') ?? '');
    yield* countBody(decoded, isEvents, asking);
  } catch (error) {
    const fault = toMcpFault(error, asking);
    onBreak(fault);
    throw fault;
  }
}

interface BodyReading {
  readonly asking: Asking;
  readonly isEvents: boolean;
  readonly onBreak: (fault: McpFault) => void;
}

async function describeRefusal(response: Dispatcher.ResponseData, asking: Asking): Promise<McpFault> {
  const { target, redactor } = asking;
  const { statusCode: status } = response;
  if (status === 401 || status === 403) {
    response.body.destroy();
    return new McpFault(faultOf(problem('MCP-003', undefined, { target, status }), { status }));
  }
  const shown = await showBody(response, redactor);
  return new McpFault({
    problem: problem('MCP-004', undefined, { target, status, shown }),
    answered: true,
    status,
  });
}

async function showBody(response: Dispatcher.ResponseData, redactor: Asking['redactor']): Promise<string> {
  try {
    const encoding = header(response, 'content-encoding') ?? '';
    const { body, truncated } = await readCapped(response.body as Readable, encoding, REFUSAL_BYTES);
    return showText(body.toString('utf8'), redactor, truncated);
  } catch {
    // The status says enough; what the server wanted to add can not be read.
    return '(nothing that can be read)';
  }
}

function toMcpFault(error: unknown, { target }: Asking): McpFault {
  if (error instanceof McpFault) return error;
  const isAborted = error instanceof Error && error.name === 'AbortError';
  const { reason, message } = isAborted
    ? ({ reason: 'closed', message: 'it was called off' } as const)
    : describeFailure(error, CONNECT_TIMEOUT_MS);
  const code = reason === 'blocked-address' ? 'MCP-002' : 'MCP-001';
  return new McpFault(faultOf(problem(code, undefined, { target, reason: message })));
}

function header(response: Dispatcher.ResponseData, name: string): string | null {
  return [response.headers[name] ?? []].flat()[0] ?? null;
}
