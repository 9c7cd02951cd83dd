import type { Transport } from '@modelcontextprotocol/client';
import type { Problem } from '../../model/problem.js';
import type { Fault } from './fault.js';

/** What ended a way to a server, or one answer; each request that waits is told with its own name. */
export type LinkEnd = (method: string) => Fault;

/** A way to a server, whatever the transport. */
export interface Link {
  readonly transport: Transport;
  /** Told when nothing can be heard any more. */
  onend: ((end: LinkEnd) => void) | undefined;
  /** Told of an answer that broke off or can not be read, by the id of its request. */
  onbreak: ((id: unknown, end: LinkEnd) => void) | undefined;
  /** Opens it; resolves with the reason where that fails. */
  open(): Promise<Fault | null>;
  /** Ends it for good; nothing of it is left afterwards. */
  close(): Promise<void>;
}

export function faultOf(problem: Problem, more: Partial<Fault> = {}): Fault {
  return { problem, answered: false, ...more };
}
