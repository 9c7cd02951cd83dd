import { isUtf8 } from 'node:buffer';
import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { problem } from '../problems/error-codes.js';
import { sha256 } from '../spec/hash.js';
import { codeOf } from '../values/system-error.js';
import type { ModuleReading } from './logic/module-reading.js';
import { buildUnread, parseModule, refuseWrites } from './parse-module.js';
import { READING_LIMITS, type ReadingLimits } from './reading-limits.js';

export interface SchemaFile {
  /** Empty if the file could not be read or exceeds the limit. */
  readonly bytes: Buffer;
  /** Hash of `bytes`, 64 hex digits. */
  readonly sha256: string;
  readonly text: string;
  readonly reading: ModuleReading;
}

/**
 * Reads one module file. Every fault is a problem of the reading (SRC-003 too large, SRC-004 not UTF-8, SRC-005 not
 * readable, SRC-009 handlers that write to the value), never an exception.
 *
 * @param path the file
 * @param exports export names to look for, in order
 */
export function readSchemaFile(path: string, exports: readonly string[] = ['main', 'schema']): SchemaFile {
  return readSourceFile(path, (text) => refuseWrites(parseModule(text, { exports })));
}

/** `readSchemaFile` for any format: `parse` reads the text and must not throw. */
export function readSourceFile(
  path: string,
  parse: (text: string) => ModuleReading,
  { maxBytes }: Pick<ReadingLimits, 'maxBytes'> = READING_LIMITS,
): SchemaFile {
  const bytes = readBytes(path, maxBytes);
  if (typeof bytes === 'string') {
    return buildUnreadFile(Buffer.alloc(0), buildUnread(problem('SRC-005', {}, { reason: bytes })));
  }
  if (bytes === undefined) {
    const limit = `${maxBytes} bytes`;
    return buildUnreadFile(Buffer.alloc(0), buildUnread(problem('SRC-003', {}, { limit })));
  }
  if (!isUtf8(bytes)) {
    return buildUnreadFile(bytes, buildUnread(problem('SRC-004', {}, { found: 'bytes that are no UTF-8' })));
  }
  const text = bytes.toString('utf8');
  return { bytes, sha256: sha256(bytes), text, reading: parse(text) };
}

function buildUnreadFile(bytes: Buffer, reading: ModuleReading): SchemaFile {
  return { bytes, sha256: sha256(bytes), text: '', reading };
}

/** The bytes; undefined if the file exceeds the limit; the reason as text if it cannot be read. */
function readBytes(path: string, maxBytes: number): Buffer | undefined | string {
  let handle: number | undefined;
  try {
    handle = openSync(path, 'r');
    const { size } = fstatSync(handle);
    if (size > maxBytes) return undefined;
    return readFileSync(handle);
  } catch (error) {
    const code = codeOf(error);
    if (code === undefined) throw error;
    return code;
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}
