import { resolve } from 'node:path';
import { codeOf } from '../model/system-error.js';
import { fatal } from '../tables/error-codes.js';
import { type Files, type FolderItem, nodeFiles } from './files.js';

/**
 * A root folder and the operations on what lies in it. Paths are relative to the root; every failure of the disk
 * becomes an error that names the file.
 */
export class Folder {
  readonly root: string;
  readonly #files: Files;

  constructor(root: string, files: Files = nodeFiles) {
    this.root = resolve(root);
    this.#files = files;
  }

  /** Absolute path, for prompts and messages. */
  absolute(path: string): string {
    return resolve(this.root, path);
  }

  readBytes(path: string): Buffer | null {
    return this.#try(path, () => this.#files.read(this.absolute(path)));
  }

  readText(path: string): string | null {
    return this.readBytes(path)?.toString('utf8') ?? null;
  }

  list(path: string): FolderItem[] {
    return this.#try(path, () => this.#files.list(this.absolute(path)));
  }

  /** Names of the plain files in a folder, sorted. */
  listFiles(path: string): string[] {
    return this.list(path)
      .filter((item) => item.kind === 'file')
      .map((item) => item.name);
  }

  /** Names of the plain folders in a folder, sorted. Links are no folders. */
  listFolders(path: string): string[] {
    return this.list(path)
      .filter((item) => item.kind === 'folder')
      .map((item) => item.name);
  }

  /**
   * Creates a file that is never rewritten. The same bytes again are fine: a repeated command finishes its job.
   *
   * @returns whether the file is new
   * @throws GradingError ISL-004 when the name holds other bytes
   */
  create(path: string, bytes: string | Uint8Array): boolean {
    if (this.#try(path, () => this.#files.create(this.absolute(path), bytes))) return true;
    if (this.readBytes(path)?.equals(Buffer.from(bytes))) return false;
    throw fatal('ISL-004', { file: path });
  }

  /** Creates a file, unless there is one already; whatever it holds, it stays. */
  protected createIfMissing(path: string, bytes: string): void {
    this.#try(path, () => this.#files.create(this.absolute(path), bytes));
  }

  /** Replaces a derived file or a hand-off; nothing else may ever be replaced. */
  replace(path: string, bytes: string | Uint8Array): void {
    this.#try(path, () => this.#files.replace(this.absolute(path), bytes));
  }

  /** Adds to the end of a journal; nothing that stands in it is touched. */
  append(path: string, bytes: string | Uint8Array): void {
    this.#try(path, () => this.#files.append(this.absolute(path), bytes));
  }

  makeFolder(path: string): void {
    this.#try(path, () => this.#files.makeFolder(this.absolute(path)));
  }

  /** Moves a finished folder into place. */
  moveFolder(from: string, to: string): void {
    this.#try(to, () => this.#files.moveFolder(this.absolute(from), this.absolute(to)));
  }

  discardFolder(path: string): void {
    this.#try(path, () => this.#files.discardFolder(this.absolute(path)));
  }

  #try<T>(path: string, operation: () => T): T {
    try {
      return operation();
    } catch (error) {
      const code = codeOf(error);
      if (code) throw fatal('ISL-001', { file: path }, { code, root: this.root });
      throw error;
    }
  }
}

/**
 * A grading island. Inside a repository it must never be committed (AGENTS.md), so it ignores itself; a .gitignore
 * that is there already is its owner's business.
 */
export class Island extends Folder {
  #ignored = false;

  override create(path: string, bytes: string | Uint8Array): boolean {
    this.#ignore();
    return super.create(path, bytes);
  }

  override replace(path: string, bytes: string | Uint8Array): void {
    this.#ignore();
    super.replace(path, bytes);
  }

  override append(path: string, bytes: string | Uint8Array): void {
    this.#ignore();
    super.append(path, bytes);
  }

  override makeFolder(path: string): void {
    this.#ignore();
    super.makeFolder(path);
  }

  #ignore(): void {
    if (this.#ignored) return;
    this.#ignored = true;
    this.createIfMissing('.gitignore', '*\n');
  }
}
