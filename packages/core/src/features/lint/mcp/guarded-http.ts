import type { LookupFunction } from 'node:net';
import type { Readable } from 'node:stream';
import type { buildConnector, Dispatcher } from 'undici';
import { showText } from '../../../evaluators/show-text.js';
import { nameOf } from '../../../net/accept-url.js';
import type { AllowedHosts } from '../../../net/allowed-hosts.js';
import { describeFailure } from '../../../net/failure.js';
import { createGuardedAgent } from '../../../net/guarded-agent.js';
import { decode, encodingOf, readCapped } from '../../../net/read-body.js';
import { isPlainHttp, isRedirect } from '../../../net/redirect.js';
import { completeHeaders } from '../../../net/request-headers.js';
import { problem } from '../../../problems/error-codes.js';
import { type Asking, faultOf, McpFault } from './link.js';
import { CONNECT_TIMEOUT_MS } from './lists.js';
import { countBody } from './read-messages.js';

const MAX_REDIRECTS = 5;
/** How many bytes of a refusal are read. */
const REFUSAL_BYTES = 8 * 1024;
const SESSION = 'mcp-session-id';

export interface HttpRequest {
  readonly url: URL;
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Headers of the protocol, in lower case; those of the user are added here. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly signal: AbortSignal;
}

/** A 2xx answer with an unread body. */
export interface HttpAnswer {
  readonly status: number;
  readonly isEvents: boolean;
  header(name: string): string | null;
  /** Decompressed and counted; throws McpFault if it breaks off or is too long. */
  readonly body: AsyncIterable<Buffer>;
  /** Discards the body. */
  dismiss(): void;
}

export interface GuardedHttp {
  /**
   * Sends one request and follows its redirects.
   *
   * @throws McpFault if there is no answer, or a refusal
   */
  send(request: HttpRequest): Promise<HttpAnswer>;
  close(): Promise<void>;
}

export interface HttpSurroundings {
  readonly allowed: AllowedHosts;
  /** Headers of the user; they are sent to no origin but the one they were given for. */
  readonly headers: Readonly<Record<string, string>>;
  readonly origin: string;
  /** Name resolution and dialling, for tests. */
  readonly network?: Network;
}

export interface Network {
  readonly lookup?: LookupFunction;
  readonly build?: typeof buildConnector;
}

/** Access to an HTTP server: checks addresses at each connection and counts the bytes received. */
export function createGuardedHttp(asking: Asking, surroundings: HttpSurroundings): GuardedHttp {
  const { allowed, network, headers, origin } = surroundings;
  const dispatcher = createGuardedAgent({ allowed, timeoutMs: CONNECT_TIMEOUT_MS, ...network });
  /** Only the origin that began a session gets its id. */
  let sessionOrigin = origin;

  function headersFor({ url, headers: own }: HttpRequest): Record<string, string> {
    const sent: Record<string, string> = { ...(url.origin === origin && headers), ...own };
    if (url.origin !== sessionOrigin) delete sent[SESSION];
    return completeHeaders(sent);
  }

  async function call(request: HttpRequest, first: HttpRequest): Promise<Dispatcher.ResponseData> {
    const { url, method, body, signal } = request;
    try {
      return await dispatcher.request({
        origin: url.origin,
        path: `${url.pathname}${url.search}`,
        method,
        headers: headersFor(request),
        body,
        signal,
        // One deadline covers the whole query; a second timer would only compete with it.
        headersTimeout: 0,
        bodyTimeout: 0,
      });
    } catch (error) {
      throw toMcpFault(error, asking, url === first.url ? undefined : url);
    }
  }

  return {
    async send(first) {
      let request = first;
      for (let redirects = 0; ; redirects += 1) {
        const response = await call(request, first);
        const { statusCode: status } = response;
        const location = header(response, 'location');
        if (isRedirect(status, location)) {
          // The next request reports a broken connection.
          await response.body.dump({ limit: REFUSAL_BYTES }).catch(() => undefined);
          request = followRedirect(request, { status, location, left: MAX_REDIRECTS - redirects }, asking);
          continue;
        }
        if (status < 200 || status > 299) throw await describeRefusal(response, asking);
        if (header(response, SESSION) !== null) sessionOrigin = request.url.origin;
        return toAnswer(response, asking);
      }
    },
    close: () => dispatcher.destroy(),
  };
}

function toAnswer(response: Dispatcher.ResponseData, asking: Asking): HttpAnswer {
  const isEvents = /^text\/event-stream\s*(;|$)/i.test(header(response, 'content-type') ?? '');
  const source = response.body as Readable;
  // The iteration reports errors; ignore those that come after reading has stopped.
  source.on('error', () => undefined);
  return {
    status: response.statusCode,
    isEvents,
    header: (name) => header(response, name),
    body: readBody(response, isEvents, asking),
    dismiss: () => void source.destroy(),
  };
}

async function* readBody(
  response: Dispatcher.ResponseData,
  isEvents: boolean,
  asking: Asking,
): AsyncGenerator<Buffer> {
  try {
    const decoded = decode(response.body as Readable, encodingOf(response));
    yield* countBody(decoded, isEvents, asking);
  } catch (error) {
    throw toMcpFault(error, asking);
  }
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
    const source = response.body as Readable;
    const { body, truncated } = await readCapped(source, encodingOf(response), REFUSAL_BYTES);
    return showText(body.toString('utf8'), redactor, truncated);
  } catch {
    // The status is enough; the body of the refusal cannot be read.
    return '(nothing that can be read)';
  }
}

/** @param redirectedTo destination of a redirect, if the fault is there and not at the target itself */
function toMcpFault(error: unknown, { target, redactor }: Asking, redirectedTo?: URL): McpFault {
  if (error instanceof McpFault) return error;
  const isAborted = error instanceof Error && /^(Abort|Timeout)Error$/.test(error.name);
  const { reason, message } = isAborted
    ? ({ reason: 'closed', message: 'it was called off' } as const)
    : describeFailure(error, CONNECT_TIMEOUT_MS);
  const code = reason === 'blocked-address' ? 'MCP-002' : 'MCP-001';
  // Users who allowed the target need to know which other host was not allowed.
  const led = redirectedTo && `it redirects to ${redactor.text(nameOf(redirectedTo))}, and `;
  return new McpFault(faultOf(problem(code, undefined, { target, reason: `${led ?? ''}${message}` })));
}

function header(response: Dispatcher.ResponseData, name: string): string | null {
  return [response.headers[name] ?? []].flat()[0] ?? null;
}

/**
 * Builds the request for a redirect. It keeps method and body: a message cannot be sent as a GET. The new address is
 * checked when it is contacted.
 *
 * @throws McpFault MCP-009 for a redirect that is not followed
 */
function followRedirect(
  request: HttpRequest,
  { status, location, left }: { readonly status: number; readonly location: string; readonly left: number },
  { target, redactor }: Asking,
): HttpRequest {
  const refuse = (reason: string) =>
    new McpFault(faultOf(problem('MCP-009', undefined, { target, reason: redactor.text(reason) })));
  if (!URL.canParse(location, request.url.href)) throw refuse('the new address is no URL');
  const url = new URL(location, request.url);
  if (!isPlainHttp(url)) throw refuse('the new address is not http or https, or holds a password');
  if (left === 0) throw refuse('one redirect leads to the next');
  const keepsMethod = request.method === 'GET' || status === 307 || status === 308;
  if (!keepsMethod) throw refuse(`${nameOf(url)} with HTTP ${status}, with which no message can be sent on`);
  return { ...request, url };
}
