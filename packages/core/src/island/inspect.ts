import { lstatSync } from 'node:fs';

/** Facts about a name on the disk, without following links. */
export interface Inspected {
  readonly kind: 'file' | 'folder' | 'symbolic link' | 'other';
  /** Permission bits. */
  readonly mode: number;
  /** Number of hard links. */
  readonly links: number;
  /** Equal for two names of the same file. */
  readonly identity: string;
  readonly changedMs: number;
  /** If the disk does not record it: the time of a later change, or 0. */
  readonly createdMs: number;
}

/** Inspects a path; null if there is nothing. */
export function inspect(path: string): Inspected | null {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found) return null;
  const plain = found.isFile() ? 'file' : found.isDirectory() ? 'folder' : 'other';
  return {
    kind: found.isSymbolicLink() ? 'symbolic link' : plain,
    mode: found.mode & 0o777,
    links: found.nlink,
    identity: `${found.dev}:${found.ino}`,
    changedMs: found.mtimeMs,
    createdMs: found.birthtimeMs,
  };
}
