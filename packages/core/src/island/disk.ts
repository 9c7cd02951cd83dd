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
  writeFileSync,
} from 'node:fs';
import { byCodeUnit } from '../values/code-unit-order.js';
import { codeOf } from '../values/system-error.js';
import { checkReplaced, openPlain, readPlain } from './read-plain.js';

export interface FolderItem {
  readonly name: string;
  /** `other`: a link, socket or device. */
  readonly kind: 'file' | 'folder' | 'other';
}

/**
 * Every step that the island performs on a disk, and no others. Synchronous, because the files are small, and because
 * tests can then count the steps and make each one fail, stop halfway or be interrupted (`npm run faults`).
 */
export interface Disk {
  /** Bytes of a file; null if there is none. No operation here follows a link. */
  read(path: string): Buffer | null;
  /** Kind of the item at a path; null if there is none. Does not follow links. */
  kind(path: string): FolderItem['kind'] | null;
  /** Items of a folder, sorted by code unit; empty if there is no folder. */
  list(path: string): FolderItem[];
  /** Creates one folder in an existing one; false if it already exists. */
  makeFolder(path: string): boolean;
  /** Writes a new file; throws if it cannot be written completely. The bytes are only safe on the disk after `sync`. */
  write(path: string, bytes: Uint8Array): void;
  /** Appends to a file, or creates it. */
  append(path: string, bytes: Uint8Array): void;
  /** Renames a file, replacing any file with the new name. */
  replace(from: string, to: string): void;
  /** Waits until a file's bytes, or a folder's names, are on the disk. */
  sync(path: string): void;
  /** Gives a file a second name; false if the name is taken. */
  link(from: string, to: string): boolean;
  remove(path: string): void;
  move(from: string, to: string): void;
  removeFolder(path: string): void;
}

const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;
const APPEND = constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND | (constants.O_NOFOLLOW ?? 0);

export const nodeDisk: Disk = {
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
    return unlessTaken(() => mkdirSync(path, { mode: FOLDER_MODE }));
  },

  write(path, bytes) {
    writeFileSync(path, bytes, { flag: 'wx', mode: FILE_MODE });
  },

  append(path, bytes) {
    const { handle } = openPlain(path, APPEND, FILE_MODE);
    try {
      appendFileSync(handle, bytes);
    } finally {
      closeSync(handle);
    }
  },

  replace(from, to) {
    checkReplaced(to);
    renameSync(from, to);
  },

  sync(path) {
    const file = openSync(path, 'r');
    try {
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  },

  // Unlike a rename, a hard link fails if the name is taken: of two writers, exactly one wins.
  link(from, to) {
    return unlessTaken(() => linkSync(from, to));
  },

  remove: unlinkSync,
  move: renameSync,

  removeFolder(path) {
    rmSync(path, { recursive: true, force: true });
  },
};

function kindOf(item: { isFile(): boolean; isDirectory(): boolean }): FolderItem['kind'] {
  if (item.isFile()) return 'file';
  return item.isDirectory() ? 'folder' : 'other';
}

function unlessTaken(operation: () => void): boolean {
  try {
    operation();
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

function orWhenMissing<T>(operation: () => T, otherwise: T): T {
  try {
    return operation();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return otherwise;
    throw error;
  }
}
