import { dirname, sep } from 'node:path';
import { byCodeUnit } from '../values/code-unit-order.js';
import type { FolderItem } from './disk.js';
import { type Files, nodeFiles } from './files.js';

/**
 * Files layered over those on a disk, with changes that stay in memory: running a command on them shows what it would
 * do. Nothing on the disk is written or removed.
 *
 * @param below files to read as long as they have not been changed
 */
export function createScratchFiles(below: Files = nodeFiles): Files {
  const files = new Map<string, Buffer>();
  const folders = new Set<string>();

  const put = (path: string, bytes: string | Uint8Array) => {
    files.set(path, Buffer.from(bytes));
    for (let at = dirname(path); !folders.has(at) && dirname(at) !== at; at = dirname(at)) folders.add(at);
  };
  const kind = (path: string): FolderItem['kind'] | null => {
    if (files.has(path)) return 'file';
    return folders.has(path) ? 'folder' : below.kind(path);
  };
  const read = (path: string) => files.get(path) ?? below.read(path);

  return {
    read,
    kind,

    list(path) {
      const items = new Map(below.list(path).map((item) => [item.name, item]));
      const enter = (full: string, found: FolderItem['kind']) => {
        if (dirname(full) !== path) return;
        const name = full.slice(path.length + sep.length);
        items.set(name, { name, kind: found });
      };
      for (const folder of folders) enter(folder, 'folder');
      for (const file of files.keys()) enter(file, 'file');
      return [...items.values()].sort((a, b) => byCodeUnit(a.name, b.name));
    },

    makeFolders(paths) {
      for (const path of paths) if (kind(path) === null) folders.add(path);
      return [];
    },

    createAll(wanted) {
      return wanted.map(({ path, bytes }) => {
        if (kind(path) !== null) return false;
        put(path, bytes);
        return true;
      });
    },

    replace: put,

    append(path, bytes) {
      put(path, Buffer.concat([read(path) ?? Buffer.alloc(0), Buffer.from(bytes)]));
    },

    settle() {},

    moveFolder(from, to) {
      for (const [path, bytes] of [...files]) {
        if (!path.startsWith(from + sep)) continue;
        files.delete(path);
        put(`${to}${path.slice(from.length)}`, bytes);
      }
    },

    discardFolder(path) {
      for (const file of [...files.keys()]) if (file.startsWith(path + sep)) files.delete(file);
    },
  };
}
