import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { codeOf } from '../values/system-error.js';

/** Reads a file only to determine its kind; null if it cannot be read or is too large. */
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
