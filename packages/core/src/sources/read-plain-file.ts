import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync } from 'node:fs';
import { codeOf } from '../values/system-error.js';

export type PlainFile =
  | { readonly kind: 'read'; readonly bytes: Buffer }
  | { readonly kind: 'missing' }
  | { readonly kind: 'too-large' }
  /** A link, a folder, a pipe, or an unreadable file. */
  | { readonly kind: 'refused'; readonly reason: string };

const MISSING = new Set(['ENOENT', 'ENOTDIR']);
/** Fail instead of hanging if the path becomes a link or a pipe after the check. Windows has neither flag. */
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Reads a stranger's file: never through a link, never without a size limit. */
export function readPlainFile(path: string, maxBytes: number): PlainFile {
  let handle: number | undefined;
  try {
    const seen = lstatSync(path);
    if (seen.isSymbolicLink()) return { kind: 'refused', reason: 'it is a symbolic link' };
    if (!seen.isFile()) return { kind: 'refused', reason: 'it is no plain file' };
    handle = openSync(path, FLAGS);
    if (fstatSync(handle).size > maxBytes) return { kind: 'too-large' };
    return { kind: 'read', bytes: readFileSync(handle) };
  } catch (error) {
    const code = codeOf(error);
    if (code === undefined) throw error;
    return MISSING.has(code) ? { kind: 'missing' } : { kind: 'refused', reason: code };
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}
