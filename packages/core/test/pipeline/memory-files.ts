import { dirname } from 'node:path';
import type { Files, FolderItem } from '../../src/island/files.js';

/** Files that live in a map: as the disk, but fast enough for thousands of islands. */
export class MemoryFiles implements Files {
  readonly #files = new Map<string, Buffer>();

  read(path: string): Buffer | null {
    return this.#files.get(path) ?? null;
  }

  list(path: string): FolderItem[] {
    const items = new Map<string, FolderItem['kind']>();
    for (const file of this.#files.keys()) {
      if (!file.startsWith(`${path}/`)) continue;
      const [name = '', ...below] = file.slice(path.length + 1).split('/');
      items.set(name, below.length > 0 ? 'folder' : 'file');
    }
    return [...items].map(([name, kind]) => ({ name, kind })).sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** A folder is what files lie in. */
  makeFolder(): void {}

  create(path: string, bytes: string | Uint8Array): boolean {
    if (this.#files.has(path)) return false;
    this.replace(path, bytes);
    return true;
  }

  replace(path: string, bytes: string | Uint8Array): void {
    this.#files.set(path, Buffer.from(bytes));
  }

  moveFolder(from: string, to: string): void {
    for (const [path, bytes] of [...this.#files]) {
      if (path !== from && !path.startsWith(`${from}/`)) continue;
      this.#files.delete(path);
      this.#files.set(`${to}${path.slice(from.length)}`, bytes);
    }
  }

  discardFolder(path: string): void {
    for (const file of [...this.#files.keys()]) {
      if (dirname(file).startsWith(path)) this.#files.delete(file);
    }
  }
}
