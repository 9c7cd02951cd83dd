import { setTimeout as delay } from 'node:timers/promises';
import { problem } from '../../../problems/error-codes.js';
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
import { CONNECT_TIMEOUT_MS } from './lists.js';
import { describeForeign, readEvents, takeMessage } from './read-messages.js';
import type { HttpLinkOptions } from './streamable-link.js';

/**
 * HTTP with SSE as it was before 2025-03-26: one stream for all answers, whose first event names the address for
 * messages.
 */
export function createSseLink(options: HttpLinkOptions): Link {
  return new SseLink(options);
}

class SseLink implements Link {
  readonly #options: HttpLinkOptions;
  readonly #closing = new AbortController();
  readonly #tasks = new Set<Promise<void>>();
  #listener: Listener | null = null;
  #endpoint: URL | null = null;

  constructor(options: HttpLinkOptions) {
    this.#options = options;
  }

  open(listener: Listener): Promise<Fault | null> {
    this.#listener = listener;
    const { asking } = this.#options;
    const late = delay(CONNECT_TIMEOUT_MS, closed(asking)('the opening of the stream'), { ref: false });
    const opened = new Promise<Fault | null>((resolve) => {
      const hearing = this.#hear(listener, () => resolve(null)).then((end) => {
        resolve(end('the opening of the stream'));
        listener.onEnd(end);
      });
      this.#keep(hearing);
    });
    return Promise.race([opened, late]);
  }

  /** The older protocol sends no revision. */
  agree(): void {}

  send(message: Message): void {
    if (this.#endpoint === null || this.#listener === null) throw new Error('sent before it was opened');
    this.#keep(this.#post(message, this.#endpoint, this.#listener));
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all(this.#tasks);
  }

  #keep(task: Promise<void>): void {
    const kept = task.finally(() => this.#tasks.delete(kept));
    this.#tasks.add(kept);
  }

  /** @returns the reason why the stream ended */
  async #hear(listener: Listener, onOpen: () => void): Promise<LinkEnd> {
    const { http, url, asking } = this.#options;
    const { signal } = this.#closing;
    try {
      const headers = { accept: 'text/event-stream' };
      const answer = await http.send({ url, method: 'GET', headers, body: null, signal });
      if (!answer.isEvents) {
        answer.dismiss();
        return () => describeForeign('it opens no event stream', asking);
      }
      for await (const { event, data } of readEvents(answer.body)) {
        if (event === 'message' && data !== '') await takeMessage(data, listener, asking);
        if (event !== 'endpoint') continue;
        const endpoint = URL.canParse(data, url.href) ? new URL(data, url) : null;
        // Send messages only to the origin that the user named.
        if (endpoint?.origin !== url.origin) {
          return () => describeForeign('the address for messages that it names is none of its own', asking);
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
    const { http } = this.#options;
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify(message);
    try {
      (await http.send({ url, method: 'POST', headers, body, signal: this.#closing.signal })).dismiss();
    } catch (error) {
      if (!(error instanceof McpFault)) throw error;
      // A reply of ours has an id that the server chose.
      if (message.method !== undefined) listener.onBreak(message.id, () => error.fault);
    }
  }
}

function closed({ target }: Asking): LinkEnd {
  return (method) => faultOf(problem('MCP-012', undefined, { target, method }));
}
