import { parseJson } from './parse-json.js';
import { parseModule } from './parse-module.js';
import { readSourceFile, type SchemaFile } from './read-schema-file.js';

const EXPORT = 'selection';

export interface SelectionFile extends SchemaFile {
  readonly format: 'json' | 'mjs';
}

/**
 * Reads the definition of a selection: a JSON document, or a module that exports `selection`. No code of it runs, and
 * both formats yield the same form, so that the same rules judge them. Paths of both begin with `selection`.
 *
 * @param file its extension gives the format
 * @returns the definition; every fault is a problem of the reading (SEL-011 not JSON, SRC-001 not JavaScript, SRC-003 a
 *   limit, SRC-004 not UTF-8, SRC-005 not readable …), never an exception
 */
export function readSelection(file: string): SelectionFile {
  if (file.endsWith('.json')) {
    return { format: 'json', ...readSourceFile(file, (text) => parseJson(text, { root: EXPORT })) };
  }
  return { format: 'mjs', ...readSourceFile(file, (text) => parseModule(text, { exports: [EXPORT] })) };
}
