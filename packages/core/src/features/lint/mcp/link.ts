import type { Problem } from '../../../problems/problem.js';
import type { Fault } from './fault.js';

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
  /** Called with any valid JSON; undefined for noise. */
  onMessage(message: unknown): void;
  /**
   * An answer broke off, is unreadable, or is missing; called with the id of its request. Ignored if the answer has
   * arrived.
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

export function faultOf(problem: Problem, more: Partial<Fault> = {}): Fault {
  return { problem, answered: false, ...more };
}
