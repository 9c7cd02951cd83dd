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
  /** `other` is anything that is not plain: links, sockets, devices. */
  readonly kind: 'file' | 'folder' | 'other';
}

/**
 * Every step the island takes on a disk, and nothing else. Synchronous: the files are small, and steps of plain calls can
 * be counted, failed, torn and stopped at any one of them (`npm run faults`).
 */
export interface Disk {
  /** Bytes of a file; null when there is none. Neither this nor anything below goes through a link. */
  read(path: string): Buffer | null;
  /** What lies here; null when nothing does. Links are not followed. */
  kind(path: string): FolderItem['kind'] | null;
  /** Items of a folder, sorted by code unit; empty when there is none. */
  list(path: string): FolderItem[];
  /** One folder in one that is there; false when it was there already. */
  makeFolder(path: string): boolean;
  /** Writes a file that is not there yet, all of it or with an error. It is not on the disk before `sync`. */
  write(path: string, bytes: Uint8Array): void;
  /** Adds to the end of a file, or begins one. */
  append(path: string, bytes: Uint8Array): void;
  /** Gives a file the name of another, whose place it takes, or of none. */
  replace(from: string, to: string): void;
  /** Waits until the disk has a file's bytes, or a folder's names. */
  sync(path: string): void;
  /** Gives a file a second name; false when that is taken. */
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

  // A hard link, unlike a rename, fails when the name is taken: of two writers exactly one wins.
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
