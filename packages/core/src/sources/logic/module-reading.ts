import type { Problem } from '../../problems/problem.js';

/** Path below the export: `['tools', 'ping', 'parameters', 0]`. */
export type ValuePath = readonly (string | number)[];

export interface Position {
  /** 1-based. */
  readonly line: number;
  /** 1-based. */
  readonly column: number;
}

/** The content of a module, read from its syntax tree. None of its code was run. */
export interface ModuleReading {
  /** The evaluated export; parts that could not be read are undefined. */
  readonly value: unknown;
  /**
   * Name of the export that holds the value; null if there is none, which the caller reports with a code of its own.
   */
  readonly exportName: string | null;
  /** Names of all exports; empty for a document. */
  readonly exports: readonly string[];
  /** Syntax errors, refused constructs and exceeded limits. Empty if and only if everything was read. */
  readonly problems: readonly Problem[];
  /** The holes of `value`: paths of its refused parts. The path `[]` means that the whole value was refused. */
  readonly refused: readonly ValuePath[];
  readonly handlers: HandlersReading;
  /** Place of the `handlers` export, if there is one. */
  readonly handlersAt?: Position;
  /** Places of the comments that mark a proposed test; absent: none. */
  readonly proposedAt?: readonly Position[];
  /** Property names that occur twice in one object literal. */
  readonly duplicateKeys: readonly {
    readonly path: ValuePath;
    readonly key: string;
    readonly position: Position;
  }[];
  /** Places of keys: in the text, comments included, and in strings of the value that the text puts together. */
  readonly keyForms: readonly Position[];
  /** Place of a value, or of the nearest enclosing value that has one. */
  locate(path: ValuePath): Position | undefined;
}

/** What the comment behind a proposed test begins with, until its author has looked at the test. */
export const PROPOSED = 'proposed:';

/** A place where handler code changes the exported value. */
export interface MainWrite {
  /** The path as far as it is known: `main.tools.ping.description`, or `main.tools` for an unknown tool. */
  readonly path: string;
  readonly at: Position;
}

/** The `handlers` export: the tools that have code, as far as this is known without running it. */
export type HandlersReading =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'named';
      readonly tools: readonly string[];
      /** Those of `tools` whose code may replace the request (`executeRequest`); absent if that is unknown. */
      readonly executing?: readonly string[];
      /** Those of `tools` whose code may build the request (`preRequest`, `executeRequest`); absent if that is unknown. */
      readonly requesting?: readonly string[];
      /** Absent: none. */
      readonly writes?: readonly MainWrite[];
    }
  | {
      readonly kind: 'unreadable';
      /** Set if the export is known not to be a function. */
      readonly notAFunction?: true;
      /** Absent: none. */
      readonly writes?: readonly MainWrite[];
    };

/**
 * Returns a function that converts offsets into places. It builds the table of line starts on first use, because most
 * modules never need it.
 */
export function createPositions(text: string): (offset: number) => Position {
  let starts: readonly number[] | undefined;
  return (offset) => {
    starts ??= findLineStarts(text);
    const line = countUpTo(starts, offset);
    return { line, column: offset - (starts[line - 1] ?? 0) + 1 };
  };
}

function findLineStarts(text: string): number[] {
  const starts = [0];
  if (text.includes('\r')) {
    for (const found of text.matchAll(/\r\n|\n|\r/g)) starts.push(found.index + found[0].length);
    return starts;
  }
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** Number of sorted starts that are at or before the offset. */
function countUpTo(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The member of main that the handlers of a module write to; null if there is none. */
export function writtenBy({ handlers }: ModuleReading): string | null {
  return (handlers.kind !== 'none' && handlers.writes?.[0]?.path) || null;
}

/** The reading of text that could not even be parsed. */
export function buildUnread(reason: Problem): ModuleReading {
  return {
    value: undefined,
    exportName: null,
    exports: [],
    problems: [reason],
    refused: [[]],
    handlers: { kind: 'unreadable' },
    duplicateKeys: [],
    keyForms: [],
    locate: () => undefined,
  };
}

/** Limits for reading a module; a hostile file must cost no more than an honest one. */
export interface ReadingLimits {
  /** Bytes of UTF-8. */
  readonly maxBytes: number;
  /** Levels of nested objects and arrays, including those to which references lead. */
  readonly maxDepth: number;
  /** Number of values; each use of a constant counts again, and each 64 characters of text count as one more. */
  readonly maxNodes: number;
}

/** The deepest public schema has 24 levels; the largest holds about 20,000 values in 154 KB. */
export const READING_LIMITS: ReadingLimits = {
  maxBytes: 2 * 1024 * 1024,
  maxDepth: 100,
  maxNodes: 250_000,
};
