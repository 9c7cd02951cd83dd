import type { Redactor } from '../../../keys/logic/redact.js';
import type { Problem } from '../../../problems/problem.js';
import type { McpLimits } from '../logic/mcp-target.js';

/** The reason why there is no answer. */
export interface Fault {
  readonly problem: Problem;
  /** Whether the server sent another answer than expected, so that another transport may work. */
  readonly answered: boolean;
  /** HTTP status of a refusal. */
  readonly status?: number;
}

/** Carries a fault through the transports of the client library, which only pass on errors. */
export class McpFault extends Error {
  override readonly name = 'McpFault';
  readonly fault: Fault;

  constructor(fault: Fault) {
    super(fault.problem.code);
    this.fault = fault;
  }
}

/** State shared by all parts of one query. */
export interface Asking {
  /** Name of the server in messages. */
  readonly target: string;
  readonly limits: McpLimits;
  readonly redactor: Redactor;
  readonly budget: Budget;
}

/** Bytes that a server may still send. */
export interface Budget {
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
