import { randomUUID } from 'node:crypto';
import {
  appendFileSync,
  closeSync,
  constants,
  fsyncSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { byCodeUnit } from '../model/code-unit-order.js';
import { codeOf } from '../model/system-error.js';
import { checkReplaced, openPlain, readPlain, TEMPORARY } from './read-plain.js';

export interface FolderItem {
  readonly name: string;
  /** `other` is anything that is not plain: links, sockets, devices. */
  readonly kind: 'file' | 'folder' | 'other';
}

/**
 * Every operation the island performs on disk, and nothing else. Synchronous: the files are small, and a seam of
 * plain calls can be counted, failed and stopped at any one of them.
 */
export interface Files {
  /** Bytes of a file; null when there is none. Neither this nor anything below goes through a link. */
  read(path: string): Buffer | null;
  /** What lies here; null when nothing does. Links are not followed. */
  kind(path: string): FolderItem['kind'] | null;
  /** Items of a folder, sorted by code unit; empty when there is none. */
  list(path: string): FolderItem[];
  makeFolder(path: string): void;
  /** Creates a durable file; false when the name is taken, whose file is then left alone. */
  create(path: string, bytes: string | Uint8Array): boolean;
  /** Puts a whole file in place of another, or of none. */
  replace(path: string, bytes: string | Uint8Array): void;
  /** Adds to the end of a file, or begins one. */
  append(path: string, bytes: string | Uint8Array): void;
  /** Moves a folder to a name that is not taken. */
  moveFolder(from: string, to: string): void;
  /** Removes a folder that was never handed out (an unfinished export). */
  discardFolder(path: string): void;
}

const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;
const APPEND = constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND | (constants.O_NOFOLLOW ?? 0);

export const nodeFiles: Files = {
  read(path) {
    return orWhenMissing(() => readPlain(path), null);
  },

  kind(path) {
    const found = lstatSync(path, { throwIfNoEntry: false });
    return found ? kindOf(found) : null;
  },

  list(path) {
    const items = orWhenMissing(() => readdirSync(path, { withFileTypes: true }), []);
    return items
      .map((item) => ({ name: item.name, kind: kindOf(item) }))
      .sort((a, b) => byCodeUnit(a.name, b.name));
  },

  makeFolder(path) {
    mkdirSync(path, { recursive: true, mode: FOLDER_MODE });
  },

  create(path, bytes) {
    const folder = dirname(path);
    mkdirSync(folder, { recursive: true, mode: FOLDER_MODE });
    const temporary = join(folder, `${TEMPORARY}${process.pid}-${randomUUID()}`);
    try {
      writeDurably(temporary, bytes);
      // A hard link, unlike a rename, fails when the name is taken: of two writers exactly one wins.
      linkSync(temporary, path);
    } catch (error) {
      if (codeOf(error) === 'EEXIST') return false;
      throw error;
    } finally {
      orWhenMissing(() => unlinkSync(temporary), undefined);
    }
    syncFolder(folder);
    return true;
  },

  replace(path, bytes) {
    checkReplaced(path);
    mkdirSync(dirname(path), { recursive: true, mode: FOLDER_MODE });
    writeFileAtomic.sync(path, typeof bytes === 'string' ? bytes : Buffer.from(bytes), { mode: FILE_MODE });
    syncFolder(dirname(path));
  },

  append(path, bytes) {
    mkdirSync(dirname(path), { recursive: true, mode: FOLDER_MODE });
    // Not flushed: a line lost with the machine's power is asked for again, and hundreds are written within seconds.
    const { handle } = openPlain(path, APPEND, FILE_MODE);
    try {
      appendFileSync(handle, bytes);
    } finally {
      closeSync(handle);
    }
  },

  moveFolder(from, to) {
    mkdirSync(dirname(to), { recursive: true, mode: FOLDER_MODE });
    renameSync(from, to);
    syncFolder(dirname(to));
  },

  discardFolder(path) {
    rmSync(path, { recursive: true, force: true });
  },
};

/** For what can be made again at any time: files are replaced as a whole, but nobody waits until the disk has them. */
export const quickFiles: Files = {
  ...nodeFiles,

  replace(path, bytes) {
    checkReplaced(path);
    mkdirSync(dirname(path), { recursive: true, mode: FOLDER_MODE });
    const options = { mode: FILE_MODE, fsync: false };
    writeFileAtomic.sync(path, typeof bytes === 'string' ? bytes : Buffer.from(bytes), options);
  },
};

function writeDurably(path: string, bytes: string | Uint8Array): void {
  const file = openSync(path, 'wx', FILE_MODE);
  try {
    const buffer = Buffer.from(bytes);
    let written = 0;
    while (written < buffer.length) written += writeSync(file, buffer, written);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function syncFolder(path: string): void {
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

function kindOf(item: { isFile(): boolean; isDirectory(): boolean }): FolderItem['kind'] {
  if (item.isFile()) return 'file';
  return item.isDirectory() ? 'folder' : 'other';
}

function orWhenMissing<T>(operation: () => T, otherwise: T): T {
  try {
    return operation();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return otherwise;
    throw error;
  }
}
