import type { LookupFunction } from 'node:net';
import type { buildConnector, Dispatcher } from 'undici';
import { describeFailure } from '../../../net/failure.js';
import { readForeignJson } from '../../../net/foreign-json.js';
import type { AllowedHosts } from '../../../net/hosts.js';
import { showText } from '../../../net/logic/show-text.js';
import { decode, type Hop, headerOf, openNetwork, type Redirect, readCapped } from '../../../net/network.js';
import { isPlainHttp, nameOf } from '../../../net/url.js';
import { problem } from '../../../problems/error-codes.js';
import { isRecord } from '../../../values/is-record.js';
import { type Asking, faultOf, McpFault, type Refusal, refusalOf } from './link.js';
import { CONNECT_TIMEOUT_MS } from './query.js';
import { countBody } from './read-messages.js';

/** Maximum number of bytes of a refusal that are read. */
const REFUSAL_BYTES = 8 * 1024;
const SESSION = 'mcp-session-id';

export interface HttpRequest {
  readonly url: URL;
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Headers of the protocol, in lower case; the user's headers are added to them. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly signal: AbortSignal;
}

/** A 2xx answer with an unread body. */
export interface HttpAnswer {
  readonly status: number;
  readonly isEvents: boolean;
  header(name: string): string | null;
  /** Decompressed and counted; throws McpFault if the body breaks off or is too long. */
  readonly body: AsyncIterable<Buffer>;
  /** Discards the body. */
  dismiss(): void;
}

export interface GuardedHttp {
  /**
   * Sends one request and follows its redirects.
   *
   * @throws McpFault if there is no answer, or if the server refuses the request
   */
  send(request: HttpRequest): Promise<HttpAnswer>;
  close(): Promise<void>;
}

export interface HttpSurroundings {
  readonly allowed: AllowedHosts;
  /** The user's headers; they are sent only to the origin for which they were given. */
  readonly headers: Readonly<Record<string, string>>;
  readonly origin: string;
  /** Name resolution and dialling, for tests. */
  readonly network?: Network;
}

export interface Network {
  readonly lookup?: LookupFunction;
  readonly build?: typeof buildConnector;
}

/** Access to an HTTP server: checks the address of each connection and counts the bytes received. */
export function createGuardedHttp(asking: Asking, surroundings: HttpSurroundings): GuardedHttp {
  const { allowed, network, headers, origin } = surroundings;
  const { send, close } = openNetwork({ reach: allowed, connectMs: CONNECT_TIMEOUT_MS, ...network });
  /** Only the origin that started a session gets the session's id. */
  let sessionOrigin = origin;

  function hopTo(url: URL, { method, headers: own, body }: HttpRequest): Hop {
    const sent: Record<string, string> = { ...(url.origin === origin && headers), ...own };
    if (url.origin !== sessionOrigin) delete sent[SESSION];
    return { method, url, headers: sent, body };
  }

  return {
    async send(request) {
      let url = request.url;
      const redirect = (hop: Hop, to: Redirect) => {
        url = followRedirect(hop, to, asking);
        return hopTo(url, request);
      };
      try {
        const response = await send(hopTo(url, request), { signal: request.signal, redirect });
        const { statusCode: status } = response;
        if (status < 200 || status > 299) throw await describeRefusal(response, asking);
        if (headerOf(response, SESSION) !== null) sessionOrigin = url.origin;
        return toAnswer(response, asking);
      } catch (error) {
        throw toMcpFault(error, asking, url === request.url ? undefined : url);
      }
    },
    close,
  };
}

function toAnswer(response: Dispatcher.ResponseData, asking: Asking): HttpAnswer {
  const isEvents = /^text\/event-stream\s*(;|$)/i.test(headerOf(response, 'content-type') ?? '');
  return {
    status: response.statusCode,
    isEvents,
    header: (name) => headerOf(response, name),
    body: readBody(response, isEvents, asking),
    dismiss: () => void response.body.destroy(),
  };
}

async function* readBody(
  response: Dispatcher.ResponseData,
  isEvents: boolean,
  asking: Asking,
): AsyncGenerator<Buffer> {
  try {
    yield* countBody(decode(response), isEvents, asking);
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
  const body = await readRefusal(response);
  const shown = body === null ? '(unreadable)' : showText(body.text, redactor, body.truncated);
  const refusal = body && (await findRefusal(body.text));
  return new McpFault({
    problem: problem('MCP-004', undefined, { target, status, shown }),
    answered: true,
    status,
    ...(refusal && { refusal }),
  });
}

async function readRefusal(response: Dispatcher.ResponseData) {
  try {
    const { body, truncated } = await readCapped(response, REFUSAL_BYTES);
    return { text: body.toString('utf8'), truncated };
  } catch {
    // The status is enough; the body of the refusal cannot be read.
    return null;
  }
}

/** The JSON-RPC error in the body of a refusal: since revision 2026-07-28, some errors have an HTTP status as well. */
async function findRefusal(text: string): Promise<Refusal | null> {
  const read = await readForeignJson(text);
  const error = read.kind === 'value' && isRecord(read.value) ? read.value.error : undefined;
  return isRecord(error) ? refusalOf(error) : null;
}

/** @param redirectedTo destination of a redirect, if the fault occurred there instead of at the target itself */
function toMcpFault(error: unknown, { target, redactor }: Asking, redirectedTo?: URL): McpFault {
  if (error instanceof McpFault) return error;
  const isAborted = error instanceof Error && /^(Abort|Timeout)Error$/.test(error.name);
  const { reason, message } = isAborted
    ? ({ reason: 'closed', message: 'the request was cancelled' } as const)
    : describeFailure(error, CONNECT_TIMEOUT_MS);
  const code = reason === 'blocked-address' ? 'MCP-002' : 'MCP-001';
  // Users who allowed the target need to know which other host was not allowed.
  const led = redirectedTo && `it redirects to ${redactor.text(nameOf(redirectedTo))}, and `;
  return new McpFault(faultOf(problem(code, undefined, { target, reason: `${led ?? ''}${message}` })));
}

/**
 * The address that a redirect leads to. Method and body are kept: a message cannot be sent as a GET. The address is
 * checked when it is contacted.
 *
 * @throws McpFault MCP-009 for a redirect that is not followed
 */
function followRedirect(
  { method, url: from }: Hop,
  { status, location, left }: Redirect,
  { target, redactor }: Asking,
): URL {
  const refuse = (reason: string) =>
    new McpFault(faultOf(problem('MCP-009', undefined, { target, reason: redactor.text(reason) })));
  if (!URL.canParse(location, from.href)) throw refuse('the new address is not a URL');
  const url = new URL(location, from);
  if (!isPlainHttp(url)) throw refuse('the new address is not http or https, or contains a password');
  if (left === 0) throw refuse('there are too many redirects in a row');
  const keepsMethod = method === 'GET' || status === 307 || status === 308;
  if (!keepsMethod) throw refuse(`HTTP ${status} to ${nameOf(url)} does not allow the message to be sent on`);
  return url;
}
