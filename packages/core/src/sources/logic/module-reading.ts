import type { Problem } from '../../problems/problem.js';

/** Path below the export: `['tools', 'ping', 'parameters', 0]`. */
export type ValuePath = readonly (string | number)[];

export interface Position {
  /** 1-based. */
  readonly line: number;
  /** 1-based. */
  readonly column: number;
}

/** What a module says, read from its syntax tree. Nothing of it was run. */
export interface ModuleReading {
  /** The evaluated export; parts that could not be read are undefined in it. */
  readonly value: unknown;
  /** Name the value was exported under, null where there is none (no problem: the caller has a code for it). */
  readonly exportName: string | null;
  /** Syntax errors, refused constructs, limits. Empty iff everything that is there was read. */
  readonly problems: readonly Problem[];
  /** Where `value` has holes: paths of what was refused. `[]` in it means all of it. */
  readonly refused: readonly ValuePath[];
  readonly handlers: HandlersReading;
  /** Place of the `handlers` export, if there is one. */
  readonly handlersAt?: Position;
  /** Property names written twice in one object literal. */
  readonly duplicateKeys: readonly {
    readonly path: ValuePath;
    readonly key: string;
    readonly position: Position;
  }[];
  /** Place of a value, or of the nearest enclosing value that has one. */
  locate(path: ValuePath): Position | undefined;
}

/** A place where handler code changes the exported value. */
export interface MainWrite {
  /** As far as it is known: `main.tools.ping.description`, `main.tools` for some tool. */
  readonly path: string;
  readonly at: Position;
}

/** The `handlers` export: which tools have code, as far as it can be told without running it. */
export type HandlersReading =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'named';
      readonly tools: readonly string[];
      /** Those of `tools` whose code may replace the request (`executeRequest`). Absent: not known. */
      readonly executing?: readonly string[];
      /** Absent: none. */
      readonly writes?: readonly MainWrite[];
    }
  | {
      readonly kind: 'unreadable';
      /** It is certain that the export is no function. */
      readonly notAFunction?: true;
      /** Absent: none. */
      readonly writes?: readonly MainWrite[];
    };
