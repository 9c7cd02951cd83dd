import { showText } from '../../../net/logic/show-text.js';
import { problem } from '../../../problems/error-codes.js';
import { isRecord } from '../../../values/is-record.js';
import type { Asking, Fault, Link, LinkEnd, Listener, Message } from './link.js';

/** Maximum number of server requests that get a reply, so that a flood of them does not cause a flood of replies. */
const MOST_ANSWERS = 100;
const METHOD_NOT_FOUND = -32_601;

export type Reply = { readonly result: unknown } | { readonly fault: Fault };

interface Waiting {
  readonly method: string;
  readonly settle: (reply: Reply) => void;
}

/**
 * A permissive JSON-RPC session with one server: a result may be anything. Every request gets a reply – an answer, a
 * refusal, or the fault that ended the link – and no message of a server can make a request throw.
 */
export class Session implements Listener {
  readonly #link: Link;
  readonly #asking: Asking;
  readonly #waiting = new Map<number, Waiting>();
  readonly #over: Promise<LinkEnd>;
  #announce: (end: LinkEnd) => void = () => undefined;
  #end: LinkEnd | null = null;
  #lastId = 0;
  #answers = 0;
  #strays = 0;

  constructor(link: Link, asking: Asking) {
    this.#link = link;
    this.#asking = asking;
    this.#over = new Promise((resolve) => {
      this.#announce = resolve;
    });
  }

  /** Number of messages that match no request: they explain why an answer never came. */
  get strays(): number {
    return this.#strays;
  }

  /** Resolves with the reason once no more requests are possible. */
  async whenEnded(method: string): Promise<Fault> {
    return (await this.#over)(method);
  }

  /** Settles all waiting and all later requests with this fault. */
  end(end: LinkEnd): void {
    this.#end ??= end;
    this.#announce(this.#end);
    for (const [id, { method }] of this.#waiting) this.#settle(id, { fault: this.#end(method) });
  }

  request(method: string, params?: Readonly<Record<string, unknown>>): Promise<Reply> {
    if (this.#end) return Promise.resolve({ fault: this.#end(method) });
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((settle) => {
      this.#waiting.set(id, { method, settle });
      this.#link.send({ jsonrpc: '2.0', id, method, ...(params && { params }) });
    });
  }

  /** Sends a notification. Its delivery does not matter: the next request reveals a lost link. */
  notify(method: string): void {
    if (!this.#end) this.#link.send({ jsonrpc: '2.0', method });
  }

  onEnd(end: LinkEnd): void {
    this.end(end);
  }

  onBreak(id: unknown, end: LinkEnd): void {
    const waiting = typeof id === 'number' ? this.#waiting.get(id) : undefined;
    if (waiting) this.#settle(id as number, { fault: end(waiting.method) });
  }

  onMessage(message: unknown): void {
    // Up to revision 2025-03-26, a message may be a batch. A batch within a batch is not a message, and following it
    // could overflow the stack.
    for (const one of Array.isArray(message) ? message : [message]) this.#take(one);
  }

  #take(message: unknown): void {
    if (this.#end) return;
    if (!isRecord(message)) this.#strays += 1;
    else if (typeof message.method === 'string') this.#answer(message);
    else this.#match(message);
  }

  #match({ id, result, error }: Readonly<Record<string, unknown>>): void {
    const waiting = typeof id === 'number' ? this.#waiting.get(id) : undefined;
    if (waiting === undefined) this.#strays += 1;
    else if (error === undefined || error === null) this.#settle(id as number, { result });
    else this.#settle(id as number, { fault: this.#describeRefusal(error, waiting.method) });
  }

  /** Answers a ping; refuses requests for a model, folders or a user, which we do not offer. */
  #answer({ id, method }: Readonly<Record<string, unknown>>): void {
    if ((typeof id !== 'number' && typeof id !== 'string') || this.#answers >= MOST_ANSWERS) return;
    this.#answers += 1;
    const outcome =
      method === 'ping'
        ? { result: {} }
        : { error: { code: METHOD_NOT_FOUND, message: 'This client only looks at what is offered.' } };
    const message: Message & typeof outcome = { jsonrpc: '2.0', id, ...outcome };
    this.#link.send(message);
  }

  #settle(id: number, reply: Reply): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    waiting?.settle(reply);
  }

  #describeRefusal(error: unknown, method: string): Fault {
    const { target, redactor } = this.#asking;
    const { code, message } = isRecord(error) ? error : { code: undefined, message: error };
    const args = {
      target,
      method,
      code: typeof code === 'number' ? code : '(no code)',
      shown: typeof message === 'string' ? showText(message, redactor) : '(no message)',
    };
    return { problem: problem('MCP-007', undefined, args), answered: true };
  }
}
