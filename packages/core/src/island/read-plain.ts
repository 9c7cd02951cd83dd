import { constants as bufferConstants } from 'node:buffer';
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readSync,
  type Stats,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { codeOf } from '../values/system-error.js';

/**
 * With these flags, opening a link fails instead of following it, and opening a pipe does not hang. Windows has neither
 * flag.
 */
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
/** Temporary names begin with a dot, so they never match the name grammar. */
export const TEMPORARY = '.tmp-';
const SYMBOLIC = 'it is a symbolic link';

/** Something other than a plain file where the island expects one: a link, a folder or a pipe. */
export class NotPlain extends Error {
  readonly reason: string;

  constructor(reason: string) {
    super(reason);
    this.reason = reason;
  }
}

/**
 * Reads a plain file that has only this name. Needs no more system calls than `readFileSync`: the checks use the open
 * file.
 *
 * @throws NotPlain for symbolic and hard links, for anything that is not a file, and for a file too large to read
 */
export function readPlain(path: string): Buffer {
  const { handle, size } = openPlain(path, FLAGS);
  try {
    if (size > bufferConstants.MAX_STRING_LENGTH) throw new NotPlain('it is larger than a text can be');
    return readAll(handle, size);
  } finally {
    closeSync(handle);
  }
}

/**
 * Opens a plain file that has only this name; the caller has to close it.
 *
 * @throws NotPlain
 */
export function openPlain(path: string, flags: number, mode?: number): { handle: number; size: number } {
  const handle = openUnfollowed(path, flags, mode);
  try {
    const seen = fstatSync(handle);
    refuseUnlessPlain(path, seen, () => fstatSync(handle));
    return { handle, size: seen.size };
  } catch (error) {
    closeSync(handle);
    throw error;
  }
}

/**
 * Checks, before a file is replaced, that it is one of the island's own.
 *
 * @throws NotPlain
 */
export function checkReplaced(path: string): void {
  const look = () => lstatSync(path, { throwIfNoEntry: false });
  const seen = look();
  if (seen?.isSymbolicLink()) throw new NotPlain(SYMBOLIC);
  if (seen) refuseUnlessPlain(path, seen, () => look() ?? seen);
}

function refuseUnlessPlain(path: string, seen: Stats, lookAgain: () => Stats): void {
  if (!seen.isFile()) throw new NotPlain('it is not a file');
  // A file has two names for a moment while it is being created, and permanently if its creation was interrupted.
  if (seen.nlink > 1 && hasForeignName(path, seen, lookAgain)) {
    throw new NotPlain('it has another name, a hard link');
  }
}

function openUnfollowed(path: string, flags: number, mode: number | undefined): number {
  try {
    if (constants.O_NOFOLLOW === undefined && lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) {
      throw new NotPlain(SYMBOLIC);
    }
    return openSync(path, flags, mode);
  } catch (error) {
    if (codeOf(error) === 'ELOOP') throw new NotPlain(SYMBOLIC);
    throw error;
  }
}

function hasForeignName(path: string, { ino, dev }: Stats, lookAgain: () => Stats): boolean {
  const folder = dirname(path);
  const own = readdirSync(folder)
    .filter((name) => name.startsWith(TEMPORARY))
    .map((name) => lstatSync(join(folder, name), { throwIfNoEntry: false }))
    .filter((other): other is Stats => other?.ino === ino && other.dev === dev);
  // Looks again only after listing the folder, so that a name removed in the meantime is no longer counted.
  return lookAgain().nlink > 1 + own.length;
}

function readAll(handle: number, size: number): Buffer {
  const bytes = Buffer.allocUnsafe(size);
  let read = 0;
  while (read < size) {
    const more = readSync(handle, bytes, read, size - read, null);
    if (more === 0) break;
    read += more;
  }
  return bytes.subarray(0, read);
}

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
  /** Time of creation; if the disk does not record it, the time of a later change, or 0. */
  readonly createdMs: number;
}

/** Inspects a path; null if nothing is there. */
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
