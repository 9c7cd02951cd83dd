import { dirname, resolve, sep } from 'node:path';
import { codeOf } from '../model/system-error.js';
import { fatal } from '../tables/error-codes.js';
import { type Files, type FolderItem, nodeFiles } from './files.js';
import { NotPlain } from './read-plain.js';

/**
 * A root folder and the operations on what lies in it. Paths are relative to the root and can not leave it, neither by
 * what they say (ISL-007) nor through a link (ISL-006); every failure of the disk becomes an error that names the file.
 */
export class Folder {
  readonly root: string;
  readonly #files: Files;
  /** Folders that are known to be no links: each is looked at once. */
  readonly #plain = new Set<string>();

  constructor(root: string, files: Files = nodeFiles) {
    this.root = resolve(root);
    this.#files = files;
  }

  /**
   * Absolute path, for prompts and messages.
   *
   * @throws GradingError ISL-007 where it is not below the root
   */
  absolute(path: string): string {
    const full = resolve(this.root, path);
    const isBelow =
      full === this.root || full.startsWith(this.root.endsWith(sep) ? this.root : this.root + sep);
    if (!isBelow || path.includes('\0')) throw fatal('ISL-007', { file: path }, { root: this.root });
    return full;
  }

  readBytes(path: string): Buffer | null {
    return this.#try(path, () => this.#files.read(this.#place(path)));
  }

  readText(path: string): string | null {
    return this.readBytes(path)?.toString('utf8') ?? null;
  }

  list(path: string): FolderItem[] {
    const folder = this.absolute(path);
    this.#refuseLinks(folder);
    const items = this.#try(path, () => this.#files.list(folder));
    for (const { name, kind } of items) if (kind === 'folder') this.#plain.add(`${folder}${sep}${name}`);
    return items;
  }

  /** What lies here; null when nothing does. */
  kind(path: string): FolderItem['kind'] | null {
    return this.#try(path, () => this.#files.kind(this.#place(path)));
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
    if (this.#try(path, () => this.#files.create(this.#place(path), bytes))) return true;
    if (this.readBytes(path)?.equals(Buffer.from(bytes))) return false;
    throw fatal('ISL-004', { file: path });
  }

  /** Creates a file, unless there is one already; whatever it holds, it stays. */
  protected createIfMissing(path: string, bytes: string): void {
    this.#try(path, () => this.#files.create(this.#place(path), bytes));
  }

  /** Replaces a derived file or a hand-off; nothing else may ever be replaced. */
  replace(path: string, bytes: string | Uint8Array): void {
    this.#try(path, () => this.#files.replace(this.#place(path), bytes));
  }

  /** Adds to the end of a journal; nothing that stands in it is touched. */
  append(path: string, bytes: string | Uint8Array): void {
    this.#try(path, () => this.#files.append(this.#place(path), bytes));
  }

  makeFolder(path: string): void {
    this.#try(path, () => this.#files.makeFolder(this.#place(path)));
  }

  /** Moves a finished folder into place. */
  moveFolder(from: string, to: string): void {
    this.#try(to, () => this.#files.moveFolder(this.#place(from), this.#place(to)));
  }

  discardFolder(path: string): void {
    this.#try(path, () => this.#files.discardFolder(this.#place(path)));
  }

  /** Absolute path of something whose folder is no link. */
  #place(path: string): string {
    const full = this.absolute(path);
    if (full !== this.root) this.#refuseLinks(dirname(full));
    return full;
  }

  #refuseLinks(folder: string): void {
    if (folder === this.root || this.#plain.has(folder)) return;
    this.#refuseLinks(dirname(folder));
    const file = folder.slice(this.root.length).replace(/^[\\/]/, '');
    const kind = this.#try(file, () => this.#files.kind(folder));
    if (kind === 'folder') this.#plain.add(folder);
    else if (kind !== null) throw fatal('ISL-006', { file }, { reason: 'a folder was expected' });
  }

  #try<T>(path: string, operation: () => T): T {
    try {
      return operation();
    } catch (error) {
      if (error instanceof NotPlain) throw fatal('ISL-006', { file: path }, { reason: error.reason });
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
