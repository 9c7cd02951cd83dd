import { type Files, type Flush, type NewFile, nodeFiles } from '../../src/island/files.js';

/** A full disk, at one operation. */
class DiskFull extends Error {
  readonly code = 'ENOSPC';
}

/** The disk's operations, of which the k-th that would change something fails, and so do all later ones. */
export class FailingFiles implements Files {
  /** The attempted operations, in order: `create providers/…`. */
  readonly tried: string[] = [];
  readonly #failAt: number;
  readonly #counted: RegExp;
  #seen = 0;

  /** @param counted operations that count: `append …`; all by default */
  constructor(failAt = Number.POSITIVE_INFINITY, counted = /./) {
    this.#failAt = failAt;
    this.#counted = counted;
  }

  get failed(): boolean {
    return this.#seen >= this.#failAt;
  }

  read = (path: string) => nodeFiles.read(path);
  kind = (path: string) => nodeFiles.kind(path);
  list = (path: string) => nodeFiles.list(path);

  makeFolders(paths: readonly string[], root: string): string[] {
    return paths.flatMap((path) => {
      this.#count('makeFolder', path);
      return nodeFiles.makeFolders([path], root);
    });
  }

  createAll(files: readonly NewFile[], folders: readonly string[]): boolean[] {
    return files.flatMap((file) => {
      this.#count('create', file.path);
      return nodeFiles.createAll([file], folders);
    });
  }

  replace(path: string, bytes: string | Uint8Array, flush: Flush): void {
    this.#count('replace', path);
    nodeFiles.replace(path, bytes, flush);
  }

  append(path: string, bytes: string | Uint8Array, flush: 'lasting' | 'quick'): void {
    this.#count('append', path);
    nodeFiles.append(path, bytes, flush);
  }

  settle(folders: readonly string[]): void {
    for (const folder of folders) {
      this.#count('settle', folder);
      nodeFiles.settle([folder]);
    }
  }

  moveFolder(from: string, to: string): void {
    this.#count('moveFolder', to);
    nodeFiles.moveFolder(from, to);
  }

  discardFolder(path: string): void {
    this.#count('discardFolder', path);
    nodeFiles.discardFolder(path);
  }

  #count(operation: string, path: string): void {
    const tried = `${operation} ${path}`;
    this.tried.push(tried);
    if (this.#counted.test(tried)) this.#seen += 1;
    if (this.failed) throw new DiskFull(`no room for ${operation}`);
  }
}
