import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { codeOf } from '../values/system-error.js';

/** A file that is only looked at to tell what it is; null where it can not be read or is too large. */
export function peekFile(path: string, maxBytes: number): Buffer | null {
  let handle: number | undefined;
  try {
    handle = openSync(path, 'r');
    return fstatSync(handle).size > maxBytes ? null : readFileSync(handle);
  } catch (error) {
    if (codeOf(error) !== undefined) return null;
    throw error;
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}
