import { setTimeout as delay } from 'node:timers/promises';
import { MAX_TIMER_MS } from '../../../net/deadline.js';
import { showText } from '../../../net/logic/show-text.js';
import { problem } from '../../../problems/error-codes.js';
import { isRecord } from '../../../values/is-record.js';
import type { GuardedHttp, HttpAnswer } from './guarded-http.js';
import {
  type Asking,
  type Fault,
  faultOf,
  type Link,
  type LinkEnd,
  type Listener,
  McpFault,
  type Message,
} from './link.js';
import { CONNECT_TIMEOUT_MS } from './query.js';
import { describeForeign, readEvents, takeMessage } from './read-messages.js';

/** Time limit for ending a session on the server. */
const FAREWELL_MS = 1_000;
/**
 * Maximum number of reconnections to a stream that ended before its answer, and the delay if the stream specifies none.
 */
const MOST_RESUMPTIONS = 5;
const RESUME_AFTER_MS = 1_000;
const REVISION = 'io.modelcontextprotocol/protocolVersion';

interface HttpLinkOptions {
  readonly http: GuardedHttp;
  readonly url: URL;
  readonly asking: Asking;
}

/** What both ways over HTTP have in common: exchanges that go on beside the caller, and that closing ends. */
class HttpExchanges {
  protected readonly options: HttpLinkOptions;
  protected readonly closing = new AbortController();
  readonly #exchanges = new Set<Promise<void>>();

  constructor(options: HttpLinkOptions) {
    this.options = options;
  }

  protected keep(exchange: Promise<void>): void {
    const kept = exchange.finally(() => this.#exchanges.delete(kept));
    this.#exchanges.add(kept);
  }

  async close(): Promise<void> {
    this.closing.abort();
    await Promise.all(this.#exchanges);
  }
}

/** State of the streams of one request. */
interface Hearing {
  isAnswered: boolean;
  /** Why the data of the streams cannot be read; null if it can be read. */
  broken: LinkEnd | null;
  lastId: string;
  retry: number | undefined;
}

/**
 * Streamable HTTP: a POST for each message; its response is the answer or a stream that contains it. Messages that
 * answer no request arrive on those streams, and on one that `listen` opens.
 */
export class StreamableLink extends HttpExchanges implements Link {
  #listener: Listener | null = null;
  #sessionId: string | null = null;
  #revision: string | null = null;

  async open(listener: Listener): Promise<null> {
    this.#listener = listener;
    return null;
  }

  agree(revision: string): void {
    this.#revision = revision;
  }

  send(message: Message): void {
    const listener = this.#listener;
    if (listener === null) throw new Error('sent before it was opened');
    this.keep(this.#exchange(message, listener));
  }

  listen(): void {
    if (this.#listener !== null) this.keep(this.#hearUnasked(this.#listener));
  }

  override async close(): Promise<void> {
    await super.close();
    if (this.#sessionId === null) return;
    const signal = AbortSignal.timeout(FAREWELL_MS);
    const { http, url } = this.options;
    const headers = this.#headersFor(undefined);
    try {
      (await http.send({ url, method: 'DELETE', headers, body: null, signal })).dismiss();
    } catch (error) {
      // The server may be gone, or may not let a client end a session; nothing depends on this request.
      if (!(error instanceof McpFault)) throw error;
    }
  }

  async #exchange(message: Message, listener: Listener): Promise<void> {
    // The id of a reply was chosen by the server, so it matches none of our requests.
    const id = message.method === undefined ? undefined : message.id;
    try {
      listener.onBreak(id, await this.#converse(message, listener));
    } catch (error) {
      if (!(error instanceof McpFault)) throw error;
      listener.onBreak(id, () => error.fault);
    }
  }

  /** @returns the reason to report if no answer has arrived */
  async #converse(message: Message, listener: Listener): Promise<LinkEnd> {
    const { http, url, asking } = this.options;
    const { signal } = this.closing;
    const headers = { ...this.#headersFor(message), 'content-type': 'application/json' };
    const answer = await http.send({ url, method: 'POST', headers, body: JSON.stringify(message), signal });
    if (message.method === 'initialize') this.#keepSession(answer);
    if (message.method === undefined || message.id === undefined || answer.status === 202) {
      answer.dismiss();
      return endOfSilence(asking);
    }
    if (answer.isEvents) return this.#hearStreams(answer, message.id, listener);
    const type = answer.header('content-type');
    if (!/^application\/([\w.-]+\+)?json\s*(;|$)/i.test(type ?? '')) {
      answer.dismiss();
      const shown = type === null ? 'no type' : `the type ${showText(type, asking.redactor).slice(0, 100)}`;
      return (method) =>
        describeForeign(
          `its answer to ${method} has ${shown}; it is neither JSON nor an event stream`,
          asking,
        );
    }
    const taken = await takeMessage(await readText(answer), listener, asking);
    return 'end' in taken ? taken.end : endOfOther(asking);
  }

  /** A stream may end before the answer; reconnecting continues at the last event. */
  async #hearStreams(first: HttpAnswer, id: number | string, listener: Listener): Promise<LinkEnd> {
    const { http, url, asking } = this.options;
    const hearing: Hearing = { isAnswered: false, broken: null, lastId: '', retry: undefined };
    await this.#hear(first, { id, hearing, listener });
    for (let times = 0; times < MOST_RESUMPTIONS; times += 1) {
      const { signal } = this.closing;
      if (hearing.isAnswered || hearing.broken || hearing.lastId === '' || signal.aborted) break;
      const pause = Math.min(hearing.retry ?? RESUME_AFTER_MS, MAX_TIMER_MS);
      await delay(pause, undefined, { signal }).catch(() => undefined);
      const headers = { ...this.#headersFor(undefined), 'last-event-id': hearing.lastId };
      const next = await http.send({ url, method: 'GET', headers, body: null, signal });
      if (next.isEvents) await this.#hear(next, { id, hearing, listener });
      else next.dismiss();
    }
    return hearing.broken ?? endOfSilence(asking);
  }

  async #hear(
    answer: HttpAnswer,
    {
      id,
      hearing,
      listener,
    }: { readonly id: number | string; readonly hearing: Hearing; readonly listener: Listener },
  ): Promise<void> {
    for await (const event of readEvents(answer.body)) {
      hearing.lastId = event.id;
      hearing.retry = event.retry;
      if (event.data === '' || event.event !== 'message') continue;
      const taken = await takeMessage(event.data, listener, this.options.asking);
      if ('end' in taken) hearing.broken = taken.end;
      const said = 'said' in taken ? taken.said : null;
      // The id may come back as text.
      if (isRecord(said) && String(said.id) === String(id) && said.method === undefined)
        hearing.isAnswered = true;
    }
  }

  async #hearUnasked(listener: Listener): Promise<void> {
    const { http, url, asking } = this.options;
    const headers = this.#headersFor(undefined);
    try {
      const answer = await http.send({
        url,
        method: 'GET',
        headers,
        body: null,
        signal: this.closing.signal,
      });
      if (!answer.isEvents) return answer.dismiss();
      for await (const { event, data } of readEvents(answer.body)) {
        if (event === 'message' && data !== '') await takeMessage(data, listener, asking);
      }
    } catch (error) {
      // A server need not offer this stream; all answers arrive without it.
      if (!(error instanceof McpFault)) throw error;
    }
  }

  #keepSession(answer: HttpAnswer): void {
    const sessionId = answer.header('mcp-session-id');
    // Keep the id only if it can be sent in a header.
    this.#sessionId = sessionId !== null && /^[\x21-\x7e]+$/.test(sessionId) ? sessionId : null;
  }

  #headersFor(message: Message | undefined): Record<string, string> {
    const stated = message?.params?._meta;
    const revision = isRecord(stated) ? stated[REVISION] : undefined;
    return {
      accept: 'application/json, text/event-stream',
      ...(this.#revision !== null && { 'mcp-protocol-version': this.#revision }),
      ...(this.#sessionId !== null && { 'mcp-session-id': this.#sessionId }),
      // From protocol revision 2026-07-28 on, every request carries these headers.
      ...(typeof revision === 'string' && {
        'mcp-protocol-version': revision,
        'mcp-method': message?.method ?? '',
      }),
    };
  }
}

async function readText({ body }: HttpAnswer): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of body) parts.push(part);
  return Buffer.concat(parts)
    .toString('utf8')
    .replace(/^\uFEFF/, '');
}

function endOfOther(asking: Asking): LinkEnd {
  return (method) => describeForeign(`its answer to ${method} is JSON, but not a JSON-RPC response`, asking);
}

function endOfSilence({ target }: Asking): LinkEnd {
  return (method) => ({ problem: problem('MCP-012', undefined, { target, method }), answered: true });
}

/**
 * HTTP with SSE as the protocol defined it before revision 2025-03-26: a single stream carries all answers, and its
 * first event names the address for messages.
 */
export class SseLink extends HttpExchanges implements Link {
  #listener: Listener | null = null;
  #endpoint: URL | null = null;

  open(listener: Listener): Promise<Fault | null> {
    this.#listener = listener;
    const { asking } = this.options;
    const late = delay(CONNECT_TIMEOUT_MS, closed(asking)('the request to open the stream'), { ref: false });
    const opened = new Promise<Fault | null>((resolve) => {
      const hearing = this.#hear(listener, () => resolve(null)).then((end) => {
        resolve(end('the request to open the stream'));
        listener.onEnd(end);
      });
      this.keep(hearing);
    });
    return Promise.race([opened, late]);
  }

  /** The older protocol sends no revision. */
  agree(): void {}

  /** The only stream carries all messages. */
  listen(): void {}

  send(message: Message): void {
    if (this.#endpoint === null || this.#listener === null) throw new Error('sent before it was opened');
    this.keep(this.#post(message, this.#endpoint, this.#listener));
  }

  /** @returns the reason why the stream ended */
  async #hear(listener: Listener, onOpen: () => void): Promise<LinkEnd> {
    const { http, url, asking } = this.options;
    const { signal } = this.closing;
    try {
      const headers = { accept: 'text/event-stream' };
      const answer = await http.send({ url, method: 'GET', headers, body: null, signal });
      if (!answer.isEvents) {
        answer.dismiss();
        return () => describeForeign('it does not open an event stream', asking);
      }
      for await (const { event, data } of readEvents(answer.body)) {
        if (event === 'message' && data !== '') await takeMessage(data, listener, asking);
        if (event !== 'endpoint') continue;
        const endpoint = URL.canParse(data, url.href) ? new URL(data, url) : null;
        // Send messages only to the origin that the user named.
        if (endpoint?.origin !== url.origin) {
          return () => describeForeign('the address it names for messages is not its own', asking);
        }
        this.#endpoint = endpoint;
        onOpen();
      }
    } catch (error) {
      if (error instanceof McpFault) return () => error.fault;
      throw error;
    }
    return closed(asking);
  }

  async #post(message: Message, url: URL, listener: Listener): Promise<void> {
    const { http } = this.options;
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify(message);
    try {
      (await http.send({ url, method: 'POST', headers, body, signal: this.closing.signal })).dismiss();
    } catch (error) {
      if (!(error instanceof McpFault)) throw error;
      // The id of a reply was chosen by the server, so it matches none of our requests.
      if (message.method !== undefined) listener.onBreak(message.id, () => error.fault);
    }
  }
}

function closed({ target }: Asking): LinkEnd {
  return (method) => faultOf(problem('MCP-012', undefined, { target, method }));
}
