import { dirname, join } from 'node:path';
import { GradingError } from '../problems/problem.js';
import { hashSchema, sha256 } from '../spec/hash.js';
import type { SchemaMain } from '../spec/schema-main.js';
import { isRecord } from '../values/is-record.js';
import { codeOf } from '../values/system-error.js';
import type { Files } from './files.js';
import { CACHE } from './logic/paths.js';
import { NotPlain, TEMPORARY } from './read-plain.js';
import { READER_VERSION } from './reader-version.generated.js';

/** What a schema's snapshot says, without places and code: a pure function of its bytes. */
export interface Reading {
  readonly main: SchemaMain;
  /** The member of `main` that the handlers write to; null if there is none. */
  readonly writesTo: string | null;
}

const NAME = /^[0-9a-f]{64}--[0-9a-f]+\.json$/;

/**
 * Readings of snapshots, kept so that a later command need not parse the snapshots again (decision 0145). They may be
 * deleted at any time. A reading that is missing, damaged or of another version of the reader is not found, and failures of
 * the disk are passed over: no command depends on a reading.
 */
export class Readings {
  readonly #root: string;
  readonly #folder: string;
  /** The folder, and the one above it first. */
  readonly #folders: readonly string[];
  readonly #files: Files;
  /** Names of the readings that were found or kept here. */
  readonly #used = new Set<string>();

  /** @param root the root of the island, absolute */
  constructor(root: string, files: Files) {
    this.#root = root;
    this.#folder = join(root, CACHE, 'readings');
    this.#folders = [dirname(this.#folder), this.#folder];
    this.#files = files;
  }

  /**
   * The reading of a snapshot; null if there is none that may be believed.
   *
   * @param fileSha256 sha256 of the snapshot's bytes, in hex
   * @param hash the hash in the snapshot's name, which the reading's main must have
   */
  find(fileSha256: string, hash: string): Reading | null {
    const text = this.#read(fileSha256);
    const found = text === undefined ? null : parseReading(text, hash);
    if (found) this.#used.add(fileName(fileSha256));
    return found;
  }

  /**
   * Whether a reading would be found that is not the one that would be kept now.
   *
   * @param says what the snapshot says; null if it cannot be read
   */
  contradict(says: Reading | null, fileSha256: string, hash: string): boolean {
    const text = this.#read(fileSha256);
    if (text === undefined || (says && text === formatReading(says))) return false;
    return parseReading(text, hash) !== null;
  }

  /** Keeps a reading, unless JSON cannot hold it as it is. */
  keep(fileSha256: string, reading: Reading): void {
    if (!survivesJson(reading.main)) return;
    const name = fileName(fileSha256);
    this.#used.add(name);
    this.#orNull(() => {
      this.#files.makeFolders(this.#folders, this.#root);
      this.#files.replace(join(this.#folder, name), formatReading(reading), 'quick');
    });
  }

  /** Removes readings that were neither found nor kept here, and what a stopped process left. */
  sweep(): void {
    const items = this.#orNull(() => this.#files.list(this.#folder)) ?? [];
    for (const { name } of items) {
      if (this.#used.has(name) || !(NAME.test(name) || name.startsWith(TEMPORARY))) continue;
      this.#orNull(() => this.#files.discardFolder(join(this.#folder, name)));
    }
  }

  #read(fileSha256: string): string | undefined {
    return this.#orNull(() => this.#files.read(join(this.#folder, fileName(fileSha256))))?.toString('utf8');
  }

  /** Runs an operation on the disk; null if it fails, or if the folder or the one above it is a link. */
  #orNull<T>(operation: () => T): T | null {
    try {
      if (this.#folders.some((folder) => this.#files.kind(folder) === 'other')) return null;
      return operation();
    } catch (error) {
      if (error instanceof NotPlain || codeOf(error) !== undefined) return null;
      throw error;
    }
  }
}

/** Whether JSON holds a literal as it is: it drops undefined members, and has no negative zero. */
function survivesJson(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return value !== undefined && !Object.is(value, -0);
  return Object.values(value).every(survivesJson);
}

/** Path of a snapshot's reading, relative to the island. */
export function readingPath(fileSha256: string): string {
  return `${CACHE}/readings/${fileName(fileSha256)}`;
}

function fileName(fileSha256: string): string {
  return `${fileSha256}--${READER_VERSION}.json`;
}

/** A reading as a file holds it: one JSON document, with the sha256 of everything behind that hash. */
export function formatReading({ main, writesTo }: Reading): string {
  return sealed(`${JSON.stringify({ writesTo, main }).slice(1)}\n`);
}

function sealed(content: string): string {
  return `{"sha256":"${sha256(content)}",${content}`;
}

function parseReading(text: string, hash: string): Reading | null {
  if (text !== sealed(text.slice(text.indexOf(',') + 1))) return null;
  try {
    const { main, writesTo }: { main?: unknown; writesTo?: unknown } = JSON.parse(text);
    if (!isRecord(main) || (writesTo !== null && typeof writesTo !== 'string')) return null;
    // Content with the hash of a snapshot passed the gate at import, so it has the shape of a main.
    return hashSchema(main) === hash ? { main: main as unknown as SchemaMain, writesTo } : null;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof GradingError) return null;
    throw error;
  }
}
