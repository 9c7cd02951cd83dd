import type { Position } from './module-reading.js';

/** Origin of an imported module; `unknown` if its name is computed. */
export type ImportSource = 'npm' | 'node' | 'relative' | 'url' | 'unknown';

export interface ImportFact {
  readonly form: 'import' | 'export from' | 'import()' | 'require()';
  /** As written; null if it is computed. */
  readonly specifier: string | null;
  /** The module's name without a path inside it: `ethers`, `@scope/name`, `fs`; null if it is computed. */
  readonly name: string | null;
  readonly source: ImportSource;
  readonly at: Position;
}

export type CodeUseKind =
  | 'eval'
  | 'require'
  | 'process'
  | 'child-process'
  | 'fs'
  | 'global-access'
  | 'network';

/** A use of a capability that the runtime offers; a name that the module itself declares never counts as one. */
export interface CodeUse {
  readonly kind: CodeUseKind;
  /** Name for messages: `eval`, `process.env`, `fetch`, `node:fs`. */
  readonly what: string;
  readonly at: Position;
  /**
   * Only for uses of the network: the address that the runtime prepared (`request`), or the beginning of another
   * address (`text`); null if the address is unknown.
   */
  readonly address?: { readonly kind: 'request' | 'text'; readonly text: string } | null;
}

/** A call that writes to the console or the standard streams. */
export interface PrintFact {
  /** The function that is called: `console.log`, `process.stdout.write`. */
  readonly call: string;
  /** Printed parts of the prepared request that hold server params: `payload.headers`, `struct`. */
  readonly carriers: readonly string[];
  /** Names of the variables and members whose values are printed. */
  readonly names: readonly string[];
  readonly at: Position;
}

export interface CommentFact {
  /** Text without the comment marks. */
  readonly text: string;
  readonly at: Position;
}

export interface FormattingFact {
  readonly kind: 'indentation' | 'semicolons' | 'if-spacing';
  /** Number of places that break the rule. */
  readonly count: number;
  /** Number of places to which the rule applies. */
  readonly total: number;
  readonly first: Position;
}

/** What the code of a module does, derived from its syntax tree and scopes. No code was run. */
export interface CodeFacts {
  readonly imports: readonly ImportFact[];
  readonly uses: readonly CodeUse[];
  readonly prints: readonly PrintFact[];
  readonly comments: readonly CommentFact[];
  /** Places that catch an error and do nothing with it. */
  readonly emptyCatches: readonly Position[];
  /** Statements that run while the module loads and declare nothing. */
  readonly loadTimeCode: readonly Position[];
  /** Names the module declares at its top level. */
  readonly topLevelNames: readonly { readonly name: string; readonly at: Position }[];
  /** One fact for each formatting rule that the module breaks. */
  readonly formatting: readonly FormattingFact[];
}
