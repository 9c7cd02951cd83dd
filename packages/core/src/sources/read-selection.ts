import { parseJson } from './parse-json.js';
import { parseModule } from './parse-module.js';
import { readSourceFile, type SchemaFile } from './read-schema-file.js';

const EXPORT = 'selection';

export interface SelectionFile extends SchemaFile {
  readonly format: 'json' | 'mjs';
}

/**
 * Reads the definition of a selection: a JSON document, or a module that exports `selection`. Nothing of it is run, and
 * both have the same form afterwards, so that the same rules judge them. Paths of both begin with `selection`.
 *
 * @param file its name tells the format
 * @returns what is there; what goes wrong is a problem of the reading (SEL-011 no JSON, SRC-001 no JavaScript, SRC-003
 *   a limit, SRC-004 not UTF-8, SRC-005 not readable …), never an exception
 */
export function readSelection(file: string): SelectionFile {
  if (file.endsWith('.json')) {
    return { format: 'json', ...readSourceFile(file, (text) => parseJson(text, { root: EXPORT })) };
  }
  return { format: 'mjs', ...readSourceFile(file, (text) => parseModule(text, { exports: [EXPORT] })) };
}
