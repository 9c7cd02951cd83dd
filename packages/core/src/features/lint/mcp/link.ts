import type { Problem } from '../../../problems/problem.js';
import type { Fault } from './fault.js';

/** What ended a way to a server, or one answer; each request that waits is told with its own name. */
export type LinkEnd = (method: string) => Fault;

/** A message of JSON-RPC that goes out. */
export interface Message {
  readonly jsonrpc: '2.0';
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

/** Who hears what a server says. */
export interface Listener {
  /** Whatever was valid JSON; undefined for noise. */
  onMessage(message: unknown): void;
  /** An answer broke off, can not be read, or is not there; by the id of its request. Of no meaning once it came. */
  onBreak(id: unknown, end: LinkEnd): void;
  /** Nothing can be heard any more. */
  onEnd(end: LinkEnd): void;
}

/** A way to a server, whatever the transport. */
export interface Link {
  /** Opens it; resolves with the reason where that fails. */
  open(listener: Listener): Promise<Fault | null>;
  /** What becomes of it is told to the listener. */
  send(message: Message): void;
  /** The revision that was agreed on. */
  agree(revision: string): void;
  /** Ends it for good; nothing of it is left afterwards. */
  close(): Promise<void>;
}

export function faultOf(problem: Problem, more: Partial<Fault> = {}): Fault {
  return { problem, answered: false, ...more };
}
