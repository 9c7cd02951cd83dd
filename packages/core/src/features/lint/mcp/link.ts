import type { Redactor } from '../../../keys/logic/redact.js';
import type { Problem } from '../../../problems/problem.js';
import type { McpLimits } from './query.js';

/** State shared by all parts of one query. */
export interface Asking {
  /** Name of the server in messages. */
  readonly target: string;
  readonly limits: McpLimits;
  readonly redactor: Redactor;
  readonly budget: Budget;
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
  /** Called with any valid JSON, or with undefined for noise. */
  onMessage(message: unknown): void;
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
  /** Closes the link for good and frees everything it holds. */
  close(): Promise<void>;
}
