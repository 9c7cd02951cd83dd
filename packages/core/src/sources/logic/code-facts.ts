import type { Position } from './module-reading.js';

/** Where an imported module comes from; `unknown` if its name is computed. */
export type ImportSource = 'npm' | 'node' | 'relative' | 'url' | 'unknown';

export interface ImportFact {
  readonly form: 'import' | 'export from' | 'import()' | 'require()';
  /** As written; null where it is computed. */
  readonly specifier: string | null;
  /** What is imported, without a path inside it: `ethers`, `@scope/name`, `fs`; null where it is computed. */
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

/** Something of the runtime that code reaches for; never a name the module itself declares. */
export interface CodeUse {
  readonly kind: CodeUseKind;
  /** As a message names it: `eval`, `process.env`, `fetch`, `node:fs`. */
  readonly what: string;
  readonly at: Position;
  /** Network only. `request`: the address the runtime prepared. Else how the address begins; null: not known. */
  readonly address?: { readonly kind: 'request' | 'text'; readonly text: string } | null;
}

/** A call that writes to the console or the standard streams. */
export interface PrintFact {
  /** `console.log`, `process.stdout.write`. */
  readonly call: string;
  /** Printed parts of the prepared request that hold server params: `payload.headers`, `struct`. */
  readonly carriers: readonly string[];
  /** Names of the variables and members whose values are printed. */
  readonly names: readonly string[];
  readonly at: Position;
}

export interface CommentFact {
  /** Without its marks. */
  readonly text: string;
  readonly at: Position;
}

export interface FormattingFact {
  readonly kind: 'indentation' | 'semicolons' | 'if-spacing';
  /** Places that depart from the rule. */
  readonly count: number;
  /** Places the rule was applied to. */
  readonly total: number;
  readonly first: Position;
}

/** What the code of a module does, told from its syntax tree and its scopes. Nothing of it was run. */
export interface CodeFacts {
  readonly imports: readonly ImportFact[];
  readonly uses: readonly CodeUse[];
  readonly prints: readonly PrintFact[];
  readonly comments: readonly CommentFact[];
  /** Places where an error is caught and nothing is done. */
  readonly emptyCatches: readonly Position[];
  /** Statements that run while the module loads and declare nothing. */
  readonly loadTimeCode: readonly Position[];
  /** Names the module declares at its top level. */
  readonly topLevelNames: readonly { readonly name: string; readonly at: Position }[];
  /** One per kind that has departures. */
  readonly formatting: readonly FormattingFact[];
}
