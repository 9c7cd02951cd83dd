import type { Argument, Expression } from './syntax.js';
import type { Scope, Value } from './values.js';
import type { Want } from './wants.js';

/** A request that handler code makes, as far as its text is known, and what the code reads of the answer. */
export interface Site {
  /** Known parts of its address and its body. */
  readonly pieces: readonly string[];
  readonly want: Want;
}

/** Where the interpreter is. */
export interface Frame {
  readonly scope: Scope;
  /** Number of branches around the node, in all functions that lead to it. */
  readonly depth: number;
  readonly returns: Value[];
  /** The function chooses items of a list, and has to say yes. */
  readonly chooses: boolean;
}

export interface NamedCall {
  /** `Object.entries`, `fetch`. */
  readonly name: string;
  readonly args: readonly Value[];
  readonly frame: Frame;
}

/** Follows code; see `Following`. */
export interface Interpreter {
  evaluate(node: Expression | Argument, frame: Frame): Value;
  /** What a call gives: of local functions what they return, of others what is known of them. */
  apply(callee: Value, args: readonly Value[], frame: Frame): Value;
  /** Follows a function that chooses items of a list: its result has to be yes. */
  choose(callee: Extract<Value, { kind: 'function' }>, args: readonly Value[], frame: Frame): void;
  /** Notes a request; its answer is what the code makes of it. */
  request(pieces: readonly string[]): Value;
}
