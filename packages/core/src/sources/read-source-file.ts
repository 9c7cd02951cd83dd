import { isUtf8 } from 'node:buffer';
import { problem } from '../problems/error-codes.js';
import { sha256 } from '../spec/hash.js';
import { codeOf } from '../values/system-error.js';
import {
  buildUnread,
  type ModuleReading,
  READING_LIMITS,
  type ReadingLimits,
} from './logic/module-reading.js';
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
 * Reads one file of any format. What goes wrong with the file is a problem of the reading, as for `readSchemaFile`.
 *
 * @param parse reads the text; must not throw
 */
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
