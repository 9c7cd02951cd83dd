import type { Program } from 'acorn';
import MagicString from 'magic-string';
import type { Problem } from '../../../problems/problem.js';
import type { Position } from '../../../sources/logic/module-reading.js';

/** The text of a module with its syntax tree. Offsets do not include a byte-order mark. */
export interface ModuleText {
  readonly source: string;
  readonly program: Program;
  readonly position: (offset: number) => Position;
}

/** Replaces the text from `start` up to `end`, both offsets into the source; `start === end` inserts. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Code of the finding that the edit corrects, or name of the transform that makes it. */
  readonly code: string;
}

/** What can be changed in a module, and what its author has to change. */
export interface EditPlan {
  /** They do not overlap. */
  readonly edits: readonly Edit[];
  readonly byHand: readonly Problem[];
}

/** Applies edits to a source; the text outside them stays byte for byte. */
export function applyEdits(source: string, edits: readonly Edit[]): string {
  const text = new MagicString(source);
  for (const { start, end, text: replacement } of edits) {
    if (start === end) text.appendLeft(start, replacement);
    else text.update(start, end, replacement);
  }
  return text.toString();
}

/** The line end of a source: that of its first line. */
export function lineEndOf(source: string): string {
  return /\r\n|\n/.exec(source)?.[0] ?? '\n';
}
