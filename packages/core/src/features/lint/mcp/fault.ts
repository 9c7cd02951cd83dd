import type { Redactor } from '../../../keys/logic/redact.js';
import type { Problem } from '../../../problems/problem.js';
import type { McpLimits } from '../logic/mcp-target.js';

/** Why there is no answer. */
export interface Fault {
  readonly problem: Problem;
  /** Something answered, though not with what was asked for: another way of asking may do better. */
  readonly answered: boolean;
  /** Of an answer that was refused. */
  readonly status?: number;
}

/** Carries a fault through the transports of the client library, which know errors only. */
export class McpFault extends Error {
  override readonly name = 'McpFault';
  readonly fault: Fault;

  constructor(fault: Fault) {
    super(fault.problem.code);
    this.fault = fault;
  }
}

/** What all parts of one asking know. */
export interface Asking {
  /** The server as messages name it. */
  readonly target: string;
  readonly limits: McpLimits;
  readonly redactor: Redactor;
  readonly budget: Budget;
}

/** Bytes that a server may still say. */
export interface Budget {
  /** @returns false when there were not so many left */
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
