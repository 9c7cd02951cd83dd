import type { Redactor } from '../../../keys/logic/redact.js';
import type { Problem } from '../../../problems/problem.js';
import { isRecord } from '../../../values/is-record.js';
import type { Capability, McpLimits } from './query.js';

/** State shared by all parts of one query. */
export interface Asking {
  /** Name of the server in messages. */
  readonly target: string;
  readonly limits: McpLimits;
  readonly redactor: Redactor;
  readonly budget: Budget;
  readonly client: DeclaredClient;
  /** Whether the server is a program, whose standard output is for messages only. */
  readonly isProgram: boolean;
}

/** What the client tells the server about itself. */
export interface DeclaredClient {
  readonly capabilities: readonly Capability[];
  /** File URIs for `roots/list`. */
  readonly roots: readonly string[];
}

/** Number of bytes that a server may still send. */
interface Budget {
  /** @returns false if fewer bytes were left */
  take(bytes: number): boolean;
}

export function createBudget(bytes: number): Budget {
  let left = bytes;
  return {
    take(taken) {
      left -= taken;
      return left >= 0;
    },
  };
}

/** The reason why there is no answer. */
export interface Fault {
  readonly problem: Problem;
  /** Whether the server sent an answer other than the expected one, so that another transport may work. */
  readonly answered: boolean;
  /** HTTP status of a refusal. */
  readonly status?: number;
  /** The JSON-RPC error that the server answered with. */
  readonly refusal?: Refusal;
}

/** What matters of a JSON-RPC error. */
export interface Refusal {
  readonly code: unknown;
  /** Revisions that the server names as supported; usually none. */
  readonly supported: readonly string[];
}

/** @param error the member `error` of an answer, as sent */
export function refusalOf(error: unknown): Refusal {
  const { code, data } = isRecord(error) ? error : { code: undefined, data: undefined };
  const supported = isRecord(data) && Array.isArray(data.supported) ? data.supported : [];
  return { code, supported: supported.filter((one) => typeof one === 'string') };
}

export function faultOf(problem: Problem, more: Partial<Fault> = {}): Fault {
  return { problem, answered: false, ...more };
}

/** Carries a fault through the code that reads and sends, because that code can only pass on errors. */
export class McpFault extends Error {
  override readonly name = 'McpFault';
  readonly fault: Fault;

  constructor(fault: Fault) {
    super(fault.problem.code);
    this.fault = fault;
  }
}

/** Describes how a link, or one answer, ended; builds a fault for the method of each waiting request. */
export type LinkEnd = (method: string) => Fault;

/** An outgoing JSON-RPC message. */
export interface Message {
  readonly jsonrpc: '2.0';
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

/** Receives what a server sends. */
export interface Listener {
  /** Called with a message, or with undefined for one that cannot be read. */
  onMessage(message: unknown): void;
  /** Called with text that is no message. */
  onStray(text: string): void;
  /**
   * Called with the id of a request whose answer broke off, is unreadable, or is missing. Ignored if the answer has
   * already arrived.
   */
  onBreak(id: unknown, end: LinkEnd): void;
  /** Nothing more can be received. */
  onEnd(end: LinkEnd): void;
}

/** A connection to a server, over any transport. */
export interface Link {
  /** Opens the link; resolves with the reason if that fails. */
  open(listener: Listener): Promise<Fault | null>;
  /** Sends a message; the listener learns the outcome. */
  send(message: Message): void;
  /** Sets the agreed revision. */
  agree(revision: string): void;
  /** Receives messages that answer no request as well; a stream of its own is opened for them if they need one. */
  listen(): void;
  /** Closes the link for good and frees everything it holds. */
  close(): Promise<void>;
}
