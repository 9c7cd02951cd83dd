import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';

/** The text of a file that is only looked at to tell what it is; null where it can not be read or is too large. */
export function readPlainText(path: string, maxBytes: number): string | null {
  let handle: number | undefined;
  try {
    handle = openSync(path, 'r');
    if (fstatSync(handle).size > maxBytes) return null;
    return readFileSync(handle, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error) return null;
    throw error;
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}
