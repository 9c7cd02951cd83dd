import { dirname } from 'node:path';
import type { FolderItem } from '../../src/island/disk.js';
import type { Files, NewFile } from '../../src/island/files.js';

/** Files in a map: like the disk, but fast enough for thousands of islands. */
export class MemoryFiles implements Files {
  readonly #files = new Map<string, Buffer>();
  /** Entries of each folder, by name. */
  readonly #folders = new Map<string, Map<string, FolderItem['kind']>>();

  read(path: string): Buffer | null {
    return this.#files.get(path) ?? null;
  }

  kind(path: string): FolderItem['kind'] | null {
    if (this.#files.has(path)) return 'file';
    return this.#folders.has(path) ? 'folder' : null;
  }

  list(path: string): FolderItem[] {
    const items = [...(this.#folders.get(path) ?? [])];
    return items.map(([name, kind]) => ({ name, kind })).sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** A folder exists if it contains files. */
  makeFolders(): string[] {
    return [];
  }

  createAll(files: readonly NewFile[]): boolean[] {
    return files.map(({ path, bytes }) => {
      if (this.#files.has(path)) return false;
      this.replace(path, bytes);
      return true;
    });
  }

  /** Nothing here survives a power failure. */
  settle(): void {}

  replace(path: string, bytes: string | Uint8Array): void {
    this.#files.set(path, Buffer.from(bytes));
    this.#enter(path, 'file');
  }

  append(path: string, bytes: string | Uint8Array): void {
    this.replace(path, Buffer.concat([this.read(path) ?? Buffer.alloc(0), Buffer.from(bytes)]));
  }

  /** Removes a file by hand. */
  remove(path: string): void {
    if (!this.#files.has(path)) throw new Error(`${path} is not there`);
    this.#drop([path]);
  }

  moveFolder(from: string, to: string): void {
    const moved = [...this.#files].filter(([path]) => path === from || path.startsWith(`${from}/`));
    this.#drop(moved.map(([path]) => path));
    for (const [path, bytes] of moved) this.replace(`${to}${path.slice(from.length)}`, bytes);
  }

  discardFolder(path: string): void {
    this.#drop([...this.#files.keys()].filter((file) => dirname(file).startsWith(path)));
  }

  #enter(path: string, kind: FolderItem['kind']): void {
    const folder = dirname(path);
    const known = this.#folders.get(folder);
    const items = known ?? new Map<string, FolderItem['kind']>();
    items.set(path.slice(folder.length).replace(/^\//, ''), kind);
    if (known) return;
    this.#folders.set(folder, items);
    if (dirname(folder) !== folder) this.#enter(folder, 'folder');
  }

  #drop(paths: readonly string[]): void {
    for (const path of paths) this.#files.delete(path);
    this.#folders.clear();
    for (const path of this.#files.keys()) this.#enter(path, 'file');
  }
}
