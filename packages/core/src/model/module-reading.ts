import type { Problem } from './problem.js';

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
  /** The evaluated export; undefined where it could not be read. */
  readonly value: unknown;
  /** Name the value was exported under, null where there is none. */
  readonly exportName: string | null;
  /** Syntax errors, refused constructs, limits. Empty iff `value` is complete. */
  readonly problems: readonly Problem[];
  readonly handlers: HandlersReading;
  /** Property names written twice in one object literal. */
  readonly duplicateKeys: readonly {
    readonly path: ValuePath;
    readonly key: string;
    readonly position: Position;
  }[];
  /** Place of a value, or of the nearest enclosing value that has one. */
  locate(path: ValuePath): Position | undefined;
}

/** The `handlers` export: which tools have code, as far as it can be told without running it. */
export type HandlersReading =
  | { readonly kind: 'none' }
  | { readonly kind: 'named'; readonly tools: readonly string[] }
  | { readonly kind: 'unreadable' };
