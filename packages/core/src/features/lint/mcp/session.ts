import { showText } from '../../../net/logic/show-text.js';
import { problem } from '../../../problems/error-codes.js';
import type { LintObservation } from '../../../rules/mcp/lint.js';
import { byCodeUnit } from '../../../values/code-unit-order.js';
import { isRecord } from '../../../values/is-record.js';
import {
  type Asking,
  type Fault,
  type Link,
  type LinkEnd,
  type Listener,
  type Message,
  refusalOf,
} from './link.js';
import { createStrayOutput, type StrayOutput } from './stray-output.js';

/** Maximum number of server requests that get a reply, so that a flood of them does not cause a flood of replies. */
const MOST_ANSWERS = 100;
export const METHOD_NOT_FOUND = -32_601;
/** The code that the specification shows for a user who declines a request for a model. */
const DECLINED = -1;

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
  readonly #changed = new Set<string>();
  readonly #observations: LintObservation[] = [];
  readonly #output: StrayOutput;

  constructor(link: Link, asking: Asking) {
    this.#link = link;
    this.#asking = asking;
    this.#output = createStrayOutput(asking);
    this.#over = new Promise((resolve) => {
      this.#announce = resolve;
    });
  }

  /** Explains why an answer never came: the server sent something else; empty if it sent nothing. */
  describeStrays(): string {
    const others =
      this.#strays === 0 ? '' : `, but sent other messages (${this.#strays}) that answer no request`;
    return `${others}${this.#output.describe()}`;
  }

  /** How the server departed from the protocol so far, by code. */
  get observations(): readonly LintObservation[] {
    const all = [...this.#observations, ...this.#output.observations()];
    return all.sort((a, b) => byCodeUnit(a.code, b.code));
  }

  observe(code: string, detail: string): void {
    if (!this.#observations.some((one) => one.code === code && one.detail === detail)) {
      this.#observations.push({ code, detail });
    }
  }

  /** The capabilities whose lists changed since the last call, such as `tools`. */
  takeChanges(): ReadonlySet<string> {
    const changed = new Set(this.#changed);
    this.#changed.clear();
    return changed;
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

  onStray(text: string): void {
    if (this.#asking.isProgram) this.#output.take(text);
    else this.#strays += 1;
  }

  onMessage(message: unknown): void {
    // Up to revision 2025-03-26, a message may be a batch. A batch within a batch is not a message, and following it
    // could overflow the stack.
    for (const one of Array.isArray(message) ? message : [message]) this.#take(one);
  }

  #take(message: unknown): void {
    if (this.#end) return;
    if (!isRecord(message)) this.#strays += 1;
    else if (typeof message.method === 'string') this.#answer(message.id, message.method);
    else this.#match(message);
  }

  #match({ id: sent, result, error }: Readonly<Record<string, unknown>>): void {
    // Some servers return the text of the id.
    const id = typeof sent === 'string' && String(Number(sent)) === sent ? Number(sent) : sent;
    const waiting = typeof id === 'number' ? this.#waiting.get(id) : undefined;
    if (waiting === undefined) {
      this.#strays += 1;
      return;
    }
    if (id !== sent)
      this.observe('string-id', 'answers have the id of their request as text instead of a number');
    if (error === undefined || error === null) this.#settle(id as number, { result });
    else this.#settle(id as number, { fault: this.#describeRefusal(error, waiting.method) });
  }

  #answer(id: unknown, method: string): void {
    const [, changed] = /^notifications\/(\w+)\/list_changed$/.exec(method) ?? [];
    if (changed !== undefined) this.#changed.add(changed);
    if ((typeof id !== 'number' && typeof id !== 'string') || this.#answers >= MOST_ANSWERS) return;
    this.#answers += 1;
    const outcome = this.#outcomeOf(method);
    const message: Message & typeof outcome = { jsonrpc: '2.0', id, ...outcome };
    this.#link.send(message);
  }

  /** Answers a ping and a request for roots; declines all others, and refuses those for what was not declared. */
  #outcomeOf(method: string): { readonly result: unknown } | { readonly error: unknown } {
    const { capabilities, roots } = this.#asking.client;
    if (method === 'ping') return { result: {} };
    if (method === 'roots/list' && capabilities.includes('roots')) {
      return { result: { roots: roots.map((uri) => ({ uri })) } };
    }
    if (method === 'sampling/createMessage' && capabilities.includes('sampling')) {
      return { error: { code: DECLINED, message: 'declined' } };
    }
    if (method === 'elicitation/create' && capabilities.includes('elicitation')) {
      return { result: { action: 'decline' } };
    }
    return { error: { code: METHOD_NOT_FOUND, message: 'This client only looks at what is offered.' } };
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
    return { problem: problem('MCP-007', undefined, args), answered: true, refusal: refusalOf(error) };
  }
}
