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
 * - `lasting`: until it would survive the loss of power; what names it may be written next
 * - `whole`: until the new bytes would survive; after a loss of power the old file may be back, but never half of one
 * - `quick`: not at all; for what can be made again at any time
 */
export type Flush = 'lasting' | 'whole' | 'quick';

/** What the island does with files, each made of steps that a disk can take or refuse. All paths are absolute. */
export interface Files {
  /** Bytes of a file; null when there is none. */
  read(path: string): Buffer | null;
  /** What lies here; null when nothing does. */
  kind(path: string): FolderItem['kind'] | null;
  /** Items of a folder, sorted by code unit; empty when there is none. */
  list(path: string): FolderItem[];
  /**
   * Makes folders, each with what is missing above it.
   *
   * @returns folders whose names have to be settled: those that got a new one, and those on the way from `root`, for a
   *   process that was killed may have left what lies in them
   */
  makeFolders(paths: readonly string[], root: string): string[];
  /**
   * Creates files in folders that are there; the lot is lasting when this returns. No file shows under its name before
   * all of them have their bytes on the disk.
   *
   * @param folders to be settled with them
   * @returns per file whether it is new: one whose name is taken is left alone
   */
  createAll(files: readonly NewFile[], folders: readonly string[]): boolean[];
  /** Puts a whole file in place of another, or of none. */
  replace(path: string, bytes: string | Uint8Array, flush: Flush): void;
  /** Adds to the end of a file, or begins one. What is cut off may leave a part of it there. */
  append(path: string, bytes: string | Uint8Array, flush: 'lasting' | 'quick'): void;
  /** Makes the names in folders lasting, whoever has put them there. */
  settle(folders: readonly string[]): void;
  /** Moves a folder to a name that is not taken, in a folder that is there. */
  moveFolder(from: string, to: string): void;
  /** Removes a folder that was never handed out (an unfinished export). */
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

/** In the same folder, so that it can get its name by one step. */
function temporaryFor(path: string): string {
  return join(dirname(path), `${TEMPORARY}${process.pid}-${randomUUID()}`);
}

/** @param changed takes up the folders that got a new one, but for the last */
function makeFolder(disk: Disk, path: string, changed: Set<string>): boolean {
  try {
    return disk.makeFolder(path);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    if (makeFolder(disk, dirname(path), changed)) changed.add(dirname(dirname(path)));
    return disk.makeFolder(path);
  }
}

/** What stopped the work is told; a temporary file that cannot be removed either harms nothing. */
function discard(disk: Disk, temporary: readonly string[]): void {
  for (const path of temporary) {
    try {
      disk.remove(path);
    } catch (error) {
      if (codeOf(error) === undefined) throw error;
    }
  }
}
