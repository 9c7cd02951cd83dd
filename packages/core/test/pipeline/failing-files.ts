import { type Files, nodeFiles } from '../../src/island/files.js';

/** A full disk, at one operation. */
class DiskFull extends Error {
  readonly code = 'ENOSPC';
}

/** The disk's operations, of which the k-th that would change something fails, and so does each after it. */
export class FailingFiles implements Files {
  /** What was tried, in order: `create providers/…`. */
  readonly tried: string[] = [];
  readonly #failAt: number;

  constructor(failAt = Number.POSITIVE_INFINITY) {
    this.#failAt = failAt;
  }

  get failed(): boolean {
    return this.tried.length >= this.#failAt;
  }

  read = (path: string) => nodeFiles.read(path);
  kind = (path: string) => nodeFiles.kind(path);
  list = (path: string) => nodeFiles.list(path);

  makeFolder(path: string): void {
    this.#count('makeFolder', path);
    nodeFiles.makeFolder(path);
  }

  create(path: string, bytes: string | Uint8Array): boolean {
    this.#count('create', path);
    return nodeFiles.create(path, bytes);
  }

  replace(path: string, bytes: string | Uint8Array): void {
    this.#count('replace', path);
    nodeFiles.replace(path, bytes);
  }

  append(path: string, bytes: string | Uint8Array): void {
    this.#count('append', path);
    nodeFiles.append(path, bytes);
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
    this.tried.push(`${operation} ${path}`);
    if (this.failed) throw new DiskFull(`no room for ${operation}`);
  }
}
