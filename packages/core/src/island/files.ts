import { randomUUID } from 'node:crypto';
import { dirname, join } from 'node:path';
import { codeOf } from '../values/system-error.js';
import { type Disk, type FolderItem, nodeDisk } from './disk.js';
import { TEMPORARY } from './read-plain.js';

export interface NewFile {
  /** Absolute. */
  readonly path: string;
  readonly bytes: string | Uint8Array;
}

/**
 * How long a write waits for the disk.
 *
 * - `lasting`: until it would survive a power failure; files that refer to it may be written next
 * - `whole`: until the new bytes would survive; after a power failure the old file may be back, but never half of one
 * - `quick`: not at all; for files that can be rebuilt at any time
 */
export type Flush = 'lasting' | 'whole' | 'quick';

/** File operations of the island, each made up of steps that a disk can perform or refuse. All paths are absolute. */
export interface Files {
  /** Bytes of a file; null if there is none. */
  read(path: string): Buffer | null;
  /** Kind of the item at a path; null if there is none. */
  kind(path: string): FolderItem['kind'] | null;
  /** Items of a folder, sorted by code unit; empty if there is no folder. */
  list(path: string): FolderItem[];
  /**
   * Makes folders, and missing parent folders.
   *
   * @returns folders whose names must be flushed: those with a new subfolder, and those on the path from `root`,
   *   because a killed process may have left unflushed names in them
   */
  makeFolders(paths: readonly string[], root: string): string[];
  /**
   * Creates files in existing folders; all of them survive a power failure when this returns. No file appears under its
   * name before the bytes of all of them are on the disk.
   *
   * @param folders to be flushed together with the files
   * @returns for each file whether it is new: an existing file is left alone
   */
  createAll(files: readonly NewFile[], folders: readonly string[]): boolean[];
  /** Writes a complete file, replacing any existing one. */
  replace(path: string, bytes: string | Uint8Array, flush: Flush): void;
  /** Appends to a file, or creates it. An interruption may leave only part of the text. */
  append(path: string, bytes: string | Uint8Array, flush: 'lasting' | 'quick'): void;
  /** Flushes the names in folders, whoever created them. */
  settle(folders: readonly string[]): void;
  /** Moves a folder to a free name in an existing folder. */
  moveFolder(from: string, to: string): void;
  /** Removes a folder that was never published (an unfinished export). */
  discardFolder(path: string): void;
}

export function createFiles(disk: Disk): Files {
  const syncAll = (paths: Iterable<string>) => {
    for (const path of new Set(paths)) disk.sync(path);
  };
  return {
    read: (path) => disk.read(path),
    kind: (path) => disk.kind(path),
    list: (path) => disk.list(path),

    makeFolders(paths, root) {
      const changed = new Set<string>();
      for (const path of paths) {
        if (makeFolder(disk, path, changed) || path !== root) changed.add(dirname(path));
      }
      return [...changed];
    },

    createAll(files, folders) {
      const written: string[] = [];
      try {
        const temporary = files.map(({ path, bytes }) => {
          const name = temporaryFor(path);
          written.push(name);
          disk.write(name, Buffer.from(bytes));
          return name;
        });
        syncAll(temporary);
        const isNew = files.map(({ path }, at) => disk.link(temporary[at] as string, path));
        while (written.length > 0) disk.remove(written.pop() as string);
        syncAll([...folders, ...files.map(({ path }) => dirname(path))]);
        return isNew;
      } catch (error) {
        discard(disk, written);
        throw error;
      }
    },

    replace(path, bytes, flush) {
      const temporary = temporaryFor(path);
      try {
        disk.write(temporary, Buffer.from(bytes));
        if (flush !== 'quick') disk.sync(temporary);
        disk.replace(temporary, path);
      } catch (error) {
        discard(disk, [temporary]);
        throw error;
      }
      if (flush === 'lasting') disk.sync(dirname(path));
    },

    append(path, bytes, flush) {
      disk.append(path, Buffer.from(bytes));
      if (flush === 'lasting') syncAll([path, dirname(path)]);
    },

    settle: (folders) => syncAll(folders),

    moveFolder(from, to) {
      disk.move(from, to);
      syncAll([dirname(to), dirname(from)]);
    },

    discardFolder: (path) => disk.removeFolder(path),
  };
}

export const nodeFiles: Files = createFiles(nodeDisk);

/** A temporary path in the same folder, so that a single step can rename the file. */
function temporaryFor(path: string): string {
  return join(dirname(path), `${TEMPORARY}${process.pid}-${randomUUID()}`);
}

/** @param changed receives every folder that got a new subfolder, except the parent of `path` */
function makeFolder(disk: Disk, path: string, changed: Set<string>): boolean {
  try {
    return disk.makeFolder(path);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    if (makeFolder(disk, dirname(path), changed)) changed.add(dirname(dirname(path)));
    return disk.makeFolder(path);
  }
}

/**
 * Removes temporary files. The error that led here is reported anyway, and a temporary file that remains does no harm.
 */
function discard(disk: Disk, temporary: readonly string[]): void {
  for (const path of temporary) {
    try {
      disk.remove(path);
    } catch (error) {
      if (codeOf(error) === undefined) throw error;
    }
  }
}
