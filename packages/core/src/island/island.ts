import { basename, dirname, resolve, sep } from 'node:path';
import { fatal } from '../problems/error-codes.js';
import type { RuleBook } from '../spec/books/book.js';
import { codeOf } from '../values/system-error.js';
import type { FolderItem } from './disk.js';
import { type Files, type Flush, nodeFiles } from './files.js';
import { RULES_FILE } from './logic/paths.js';
import { parseRules } from './logic/rules-text.js';
import { NotPlain } from './read-plain.js';
import { Readings } from './readings.js';
import { LOCK_TIMEOUT_MS } from './settings.js';

interface NewFile {
  /** Relative to the root. */
  readonly path: string;
  readonly bytes: string | Uint8Array;
}

/**
 * A root folder and the operations on its contents. Paths are relative to the root and cannot leave it, neither by name
 * (ISL-007) nor through a link (ISL-006); every failure of the disk becomes an error that names the file.
 */
export class Folder {
  readonly root: string;
  /** The clock of the command. A file whose name is dated more than a day later does not count yet (decision 0083). */
  readonly now: () => Date;
  readonly #files: Files;
  /** Folders known not to be links, so that each is checked only once. */
  readonly #plain = new Set<string>();
  /** Folders known to exist and to be flushed. */
  readonly #made = new Set<string>();
  /** What each folder holds that was listed in the current {@link withListings}, by name. */
  #listed: Map<string, ReadonlyMap<string, FolderItem>> | null = null;

  constructor(root: string, files: Files = nodeFiles, now = () => new Date()) {
    this.root = resolve(root);
    this.#files = files;
    this.now = now;
  }

  /**
   * Absolute path, for prompts and messages.
   *
   * @throws GradingError ISL-007 if it is not below the root
   */
  absolute(path: string): string {
    const full = resolve(this.root, path);
    const isBelow =
      full === this.root || full.startsWith(this.root.endsWith(sep) ? this.root : this.root + sep);
    if (!isBelow || path.includes('\0')) throw fatal('ISL-007', { file: path }, { root: this.root });
    return full;
  }

  /**
   * Runs reads between which nobody is expected to write. Each folder is listed only once, and nothing is looked for that
   * is not in its folder. A write through this object ends that: the next read looks again.
   *
   * @param read must not wait for anything
   */
  withListings<T>(read: () => T): T {
    if (this.#listed) return read();
    this.#listed = new Map();
    try {
      return read();
    } finally {
      this.#listed = null;
    }
  }

  readBytes(path: string): Buffer | null {
    const full = this.absolute(path);
    if (this.#seen(full) === null || !this.#isBelowFolder(full)) return null;
    return this.#try(path, () => this.#files.read(full));
  }

  readText(path: string): string | null {
    return this.readBytes(path)?.toString('utf8') ?? null;
  }

  list(path: string): FolderItem[] {
    const folder = this.absolute(path);
    const seen = this.#seen(folder);
    if (seen === null || (seen !== 'folder' && !this.#isFolder(folder))) return [];
    const known = this.#listed?.get(folder)?.values();
    return known ? [...known] : this.#list(path, folder);
  }

  /** Kind of the item at a path; null if there is none. */
  kind(path: string): FolderItem['kind'] | null {
    const full = this.absolute(path);
    const seen = this.#seen(full);
    if (seen !== undefined) return seen;
    return this.#isBelowFolder(full) ? this.#try(path, () => this.#files.kind(full)) : null;
  }

  /** Names of the plain files in a folder, sorted. */
  listFiles(path: string): string[] {
    return this.list(path)
      .filter((item) => item.kind === 'file')
      .map((item) => item.name);
  }

  /** Names of the plain folders in a folder, sorted; links do not count. */
  listFolders(path: string): string[] {
    return this.list(path)
      .filter((item) => item.kind === 'folder')
      .map((item) => item.name);
  }

  /**
   * Creates files that are never rewritten; all of them survive a power failure when this returns. Existing files with
   * the same bytes are accepted, so that a repeated command can complete its work.
   *
   * @throws GradingError ISL-004 for the first existing file with other bytes
   */
  createAll(files: readonly NewFile[]): void {
    const [first] = files;
    if (!first) return;
    const isNew = this.#createAll(files, first.path);
    for (const [at, { path, bytes }] of files.entries()) {
      if (isNew[at] || this.readBytes(path)?.equals(Buffer.from(bytes))) continue;
      throw fatal('ISL-004', { file: path });
    }
  }

  create(path: string, bytes: string | Uint8Array): void {
    this.createAll([{ path, bytes }]);
  }

  /** Creates a file unless it exists; never changes an existing one. */
  protected createIfMissing(path: string, bytes: string): void {
    this.#createAll([{ path, bytes }], path);
  }

  /** Replaces a derived file, a hand-off, or a trial whose last line is torn; no other file may ever be replaced. */
  replace(path: string, bytes: string | Uint8Array, flush: Flush = 'lasting'): void {
    this.#makeFolders([dirname(path)]);
    this.#try(path, () => this.#files.replace(this.#place(path), bytes, flush));
  }

  /** Appends to a journal or a trial; never touches its existing content. */
  append(path: string, bytes: string | Uint8Array, flush: 'lasting' | 'quick'): void {
    this.#makeFolders([dirname(path)]);
    this.#try(path, () => this.#files.append(this.#place(path), bytes, flush));
  }

  makeFolder(path: string): void {
    this.#makeFolders([path]);
  }

  /** Flushes files that an interrupted command may have left unflushed. */
  settle(files: readonly string[]): void {
    const folders = files.map((path) => dirname(path));
    this.#makeFolders(folders);
    for (const path of new Set(folders)) {
      this.#try(path, () => this.#files.settle([this.absolute(path)]));
    }
  }

  /** Moves a finished folder to its final path. */
  moveFolder(from: string, to: string): void {
    this.#makeFolders([dirname(to)]);
    this.#try(to, () => this.#files.moveFolder(this.#place(from), this.#place(to)));
    const isMoved = (path: string) => path === from || path.startsWith(`${from}/`);
    for (const path of this.#made) if (isMoved(path)) this.#made.delete(path);
    const place = this.absolute(from);
    for (const path of this.#plain)
      if (path === place || path.startsWith(`${place}${sep}`)) this.#plain.delete(path);
  }

  discardFolder(path: string): void {
    this.#listed?.clear();
    this.#try(path, () => this.#files.discardFolder(this.#place(path)));
  }

  #list(path: string, folder: string): FolderItem[] {
    const items = this.#try(path, () => this.#files.list(folder));
    for (const { name, kind } of items) if (kind === 'folder') this.#plain.add(`${folder}${sep}${name}`);
    this.#listed?.set(folder, new Map(items.map((item) => [item.name, item])));
    return items;
  }

  /**
   * What the listings of the current {@link withListings} show of an item: null if it is not there, undefined if they do not
   * say. Below a folder that was listed, one more listing answers for all of its items.
   */
  #seen(full: string): FolderItem['kind'] | null | undefined {
    if (!this.#listed || full === this.root) return undefined;
    const folder = dirname(full);
    if (!this.#listed.has(folder)) {
      const above = this.#seen(folder);
      if (above !== 'folder') return above === null ? null : undefined;
      this.#list(this.#relative(folder), folder);
    }
    return this.#listed.get(folder)?.get(basename(full))?.kind ?? null;
  }

  #createAll(files: readonly NewFile[], named: string): boolean[] {
    return this.#inFolders(
      files.map(({ path }) => dirname(path)),
      (folders) => {
        const placed = files.map(({ path, bytes }) => ({ path: this.#place(path), bytes }));
        return this.#try(named, () => this.#files.createAll(placed, folders));
      },
    );
  }

  #makeFolders(paths: readonly string[]): void {
    this.#inFolders(paths, (folders) => {
      this.#try(paths[0] ?? '.', () => this.#files.settle(folders));
    });
  }

  /**
   * Makes folders and runs an operation that flushes them. Each folder is made and flushed only once.
   *
   * @param work receives the folders that must be flushed
   */
  #inFolders<T>(paths: readonly string[], work: (folders: readonly string[]) => T): T {
    this.#listed?.clear();
    const missing = [...new Set(paths.flatMap(levelsOf))].filter((path) => !this.#made.has(path));
    const last = missing.at(-1);
    if (last === undefined) return work([]);
    const placed = missing.map((path) => this.absolute(path));
    for (const folder of placed) this.#isFolder(folder);
    const done = work(this.#try(last, () => this.#files.makeFolders(placed, this.root)));
    for (const path of missing) this.#made.add(path);
    return done;
  }

  /** Absolute path of an item, after checking that its folder is not a link. */
  #place(path: string): string {
    const full = this.absolute(path);
    this.#isBelowFolder(full);
    return full;
  }

  #isBelowFolder(full: string): boolean {
    return full === this.root || this.#isFolder(dirname(full));
  }

  /**
   * Whether there is a folder. Below one that is missing, nothing is looked for.
   *
   * @throws GradingError ISL-006 if it, or one above it, is a link or something else
   */
  #isFolder(folder: string): boolean {
    if (folder === this.root || this.#plain.has(folder)) return true;
    if (!this.#isFolder(dirname(folder))) return false;
    const file = this.#relative(folder);
    const kind = this.#try(file, () => this.#files.kind(folder));
    if (kind === null) return false;
    if (kind !== 'folder') throw fatal('ISL-006', { file }, { reason: 'a folder was expected' });
    this.#plain.add(folder);
    return true;
  }

  #relative(full: string): string {
    return full.slice(this.root.length).replace(/^[\\/]/, '');
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

/** The root, every folder on the way to the path, and the path itself: `.`, `a`, `a/b` for `a/b`. */
function levelsOf(path: string): string[] {
  const names = path.split('/').filter((name) => name !== '' && name !== '.');
  return ['.', ...names.map((_, at) => names.slice(0, at + 1).join('/'))];
}

/**
 * A grading island. Inside a repository it must never be committed (AGENTS.md), so it writes a .gitignore for itself;
 * an existing .gitignore belongs to its owner and is left alone.
 */
export class Island extends Folder {
  /** How long a command waits for another one on the same target. */
  readonly lockTimeoutMs: number;
  /** The rules by which its content is graded from now on: those of rules.json. Stored entries keep to those they name. */
  readonly book: RuleBook;
  /** What rules.json held when the island was opened, null if it was absent; undefined if the file was not read. */
  readonly rulesText: string | null | undefined;
  /** Kept readings of snapshots, for a command that believes them; null for all others, which parse. */
  readonly readings: Readings | null;
  readonly #on: Files | undefined;
  #ignored = false;

  /**
   * Opens an island, which need not exist yet.
   *
   * @param book rules to follow instead of those that rules.json names
   * @param rulesText what rules.json holds, if it names this book
   * @throws GradingError RUL-004 if its rules.json cannot be used
   */
  constructor(
    root: string,
    files?: Files,
    {
      lockTimeoutMs = LOCK_TIMEOUT_MS,
      now,
      book,
      rulesText,
      readings = null,
    }: {
      readonly lockTimeoutMs?: number;
      readonly now?: (() => Date) | undefined;
      readonly book?: RuleBook;
      readonly rulesText?: string | null | undefined;
      readonly readings?: Readings | null;
    } = {},
  ) {
    super(root, files, now);
    this.lockTimeoutMs = lockTimeoutMs;
    this.rulesText = book ? rulesText : this.readText(RULES_FILE);
    this.book = book ?? parseRules(this.rulesText ?? null);
    this.readings = readings;
    this.#on = files;
  }

  /**
   * The same files under other rules.
   *
   * @param rulesText what rules.json holds, null if it is absent, if these are the rules that it names
   */
  under(book: RuleBook, rulesText?: string | null): Island {
    const { root, lockTimeoutMs, now, readings } = this;
    return new Island(root, this.#on, { lockTimeoutMs, now, readings, book, rulesText });
  }

  /**
   * The same files, for a command that believes kept readings of snapshots and keeps new ones: `rebuild`, `explain`, `state`
   * and `report` (decision 0145). All others parse.
   */
  believing(): Island {
    const { root, lockTimeoutMs, now, book, rulesText } = this;
    return new Island(root, this.#on, { lockTimeoutMs, now, book, rulesText, readings: this.openReadings() });
  }

  /** The kept readings, for a command that compares them with the snapshots. */
  openReadings(): Readings {
    return new Readings(this.root, this.#on ?? nodeFiles);
  }

  override createAll(files: readonly NewFile[]): void {
    this.#ignore();
    super.createAll(files);
  }

  override replace(path: string, bytes: string | Uint8Array, flush?: Flush): void {
    this.#ignore();
    super.replace(path, bytes, flush);
  }

  override append(path: string, bytes: string | Uint8Array, flush: 'lasting' | 'quick'): void {
    this.#ignore();
    super.append(path, bytes, flush);
  }

  override makeFolder(path: string): void {
    this.#ignore();
    super.makeFolder(path);
  }

  #ignore(): void {
    if (this.#ignored) return;
    this.#ignored = true;
    if (this.kind('.gitignore') === null) this.createIfMissing('.gitignore', '*\n');
  }
}
