import { kindOfDocument, kindOfModule, SOURCE_EXPORTS, type SourceKind } from './logic/source-kind.js';
import { parseJson } from './parse-json.js';
import { parseModule, refuseWrites } from './parse-module.js';
import { readSourceFile, type SchemaFile } from './read-source-file.js';

/**
 * Reads one module file. Everything that goes wrong is a problem of the reading (SRC-003 too large, SRC-004 not UTF-8,
 * SRC-005 not readable, SRC-009 handlers that write to the value), never an exception.
 *
 * @param path the file
 * @param exports export names to look for, in order
 */
export function readSchemaFile(path: string, exports: readonly string[] = ['main', 'schema']): SchemaFile {
  return readSourceFile(path, (text) => refuseWrites(parseModule(text, { exports })));
}

/** A module, and what it is. */
export interface SourceFile extends SchemaFile {
  readonly kind: SourceKind;
}

/** `readSchemaFile` for a module of any kind: its reading is that of the export that says what it is. */
export function readSource(path: string): SourceFile {
  const file = readSchemaFile(path, SOURCE_EXPORTS);
  return { ...file, kind: kindOfModule(file.reading) };
}

interface SelectionFile extends SourceFile {
  readonly format: 'json' | 'mjs';
}

/**
 * Reads the definition of a selection: a JSON document, or a module that exports `selection`. None of its code runs,
 * and both formats yield the same form, so that the same rules judge them. Paths in both begin with `selection`.
 *
 * @param file its extension gives the format
 * @returns the definition; everything that goes wrong is a problem of the reading (SEL-011 not JSON, SRC-001 not
 *   JavaScript, SRC-003 a limit, SRC-004 not UTF-8, SRC-005 not readable …), never an exception
 */
export function readSelection(file: string): SelectionFile {
  if (file.endsWith('.json')) {
    const read = readSourceFile(file, (text) => parseJson(text, { root: 'selection' }));
    return { format: 'json', ...read, kind: kindOfDocument(read.reading.value) };
  }
  const read = readSourceFile(file, (text) => parseModule(text, { exports: ['selection'] }));
  return { format: 'mjs', ...read, kind: { kind: 'selection' } };
}
