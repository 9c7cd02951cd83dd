import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync } from 'node:fs';
import { codeOf } from '../values/system-error.js';

export type PlainFile =
  | { readonly kind: 'read'; readonly bytes: Buffer }
  | { readonly kind: 'missing' }
  | { readonly kind: 'too-large' }
  /** A link, a folder, a pipe, or an unreadable file. */
  | { readonly kind: 'refused'; readonly reason: string };

const MISSING = new Set(['ENOENT', 'ENOTDIR']);
/**
 * With these flags, opening fails instead of hanging if the path becomes a link or a pipe after the check. Windows has
 * neither flag.
 */
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Reads a stranger's file, but never through a link and never without a size limit. */
export function readPlainFile(path: string, maxBytes: number): PlainFile {
  try {
    const seen = lstatSync(path);
    if (seen.isSymbolicLink()) return { kind: 'refused', reason: 'it is a symbolic link' };
    if (!seen.isFile()) return { kind: 'refused', reason: 'it is not a plain file' };
    const bytes = readBounded(path, maxBytes, FLAGS);
    return bytes ? { kind: 'read', bytes } : { kind: 'too-large' };
  } catch (error) {
    const code = codeOf(error);
    if (code === undefined) throw error;
    return MISSING.has(code) ? { kind: 'missing' } : { kind: 'refused', reason: code };
  }
}

/** Reads a file only to determine its kind; null if it cannot be read or is too large. */
export function peekFile(path: string, maxBytes: number): Buffer | null {
  try {
    return readBounded(path, maxBytes) ?? null;
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return null;
  }
}

/**
 * Reads a file; undefined if it is too large. Checks the size of the opened file, not of the path, which may lead to
 * another file by now.
 */
export function readBounded(path: string, maxBytes: number, flags: number | 'r' = 'r'): Buffer | undefined {
  const handle = openSync(path, flags);
  try {
    return fstatSync(handle).size > maxBytes ? undefined : readFileSync(handle);
  } finally {
    closeSync(handle);
  }
}
