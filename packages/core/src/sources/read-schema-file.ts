import { isUtf8 } from 'node:buffer';
import { problem } from '../problems/error-codes.js';
import { sha256 } from '../spec/hash.js';
import { codeOf } from '../values/system-error.js';
import { type ModuleReading, READING_LIMITS, type ReadingLimits } from './logic/module-reading.js';
import { kindOfDocument, kindOfModule, SOURCE_EXPORTS, type SourceKind } from './logic/source-kind.js';
import { parseJson } from './parse-json.js';
import { buildUnread, parseModule, refuseWrites } from './parse-module.js';
import { readBounded } from './read-plain-file.js';

export interface SchemaFile {
  /** Empty if the file could not be read or exceeds the limit. */
  readonly bytes: Buffer;
  /** Hash of `bytes`, 64 hex digits. */
  readonly sha256: string;
  /** Whether `bytes` are those of the file: false if it could not be read or exceeds the limit. */
  readonly isRead: boolean;
  readonly text: string;
  readonly reading: ModuleReading;
}

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

/** `readSchemaFile` for any format: `parse` reads the text and must not throw. */
export function readSourceFile(
  path: string,
  parse: (text: string) => ModuleReading,
  { maxBytes }: Pick<ReadingLimits, 'maxBytes'> = READING_LIMITS,
): SchemaFile {
  let bytes: Buffer | undefined;
  try {
    bytes = readBounded(path, maxBytes);
  } catch (error) {
    const reason = codeOf(error);
    if (reason === undefined) throw error;
    return buildUnreadFile(null, buildUnread(problem('SRC-005', {}, { reason })));
  }
  if (bytes === undefined) {
    const limit = `${maxBytes} bytes`;
    return buildUnreadFile(null, buildUnread(problem('SRC-003', {}, { limit })));
  }
  if (!isUtf8(bytes)) {
    return buildUnreadFile(bytes, buildUnread(problem('SRC-004', {}, { found: 'bytes that are not UTF-8' })));
  }
  const text = bytes.toString('utf8');
  return { bytes, sha256: sha256(bytes), isRead: true, text, reading: parse(text) };
}

/** @param found null: the bytes of the file are not known */
function buildUnreadFile(found: Buffer | null, reading: ModuleReading): SchemaFile {
  const bytes = found ?? Buffer.alloc(0);
  return { bytes, sha256: sha256(bytes), isRead: found !== null, text: '', reading };
}
