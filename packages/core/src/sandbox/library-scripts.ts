import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { fatal } from '../problems/error-codes.js';
import { readPlainFile } from '../sources/read-plain-file.js';
import type { UsedLibrary } from '../spec/facts.js';
import { sha256 } from '../spec/hash.js';
import { codeOf } from '../values/system-error.js';
import { SCRIPT_BYTES } from './limits.js';
import { libraryNameOf } from './logic/handlers.js';

/** A folder with the user's libraries. */
export interface LibraryFolder {
  readonly path: string;
  readonly shownAs: string;
}

/** A library that the sandbox has. */
export interface SandboxLibrary extends UsedLibrary {
  /** @throws GradingError SBX-003 if our script is gone or was changed */
  readonly read: () => string;
}

/** A row of `index.json`. */
const shippedLibrary = z.object({ name: z.string(), version: z.string(), sha256: z.string() });
const shippedLibraries = z.array(shippedLibrary).min(1);
type ShippedLibrary = z.infer<typeof shippedLibrary>;

/** The scripts that come with this package. A bundle has them beside its files (`inlineNeighbours`). */
const SHIPPED = new URL('../../libraries/', import.meta.url);

/** Any name of a package; none leads out of a folder. */
const PACKAGE_NAME = /^(?:@[\w-][\w.-]*\/)?[\w-][\w.-]*$/;

/**
 * Finds the libraries that the sandbox has: a script of the user's, `sandbox/<name>.js` in the folder, before ours.
 *
 * @param names may be a stranger's
 * @param folder null: ours alone
 * @param shipped for tests; default: where ours lie
 * @throws GradingError SBX-003 if the list of our scripts cannot be read, SBX-004 if a script of the user's cannot
 */
export function findLibraries(
  names: Iterable<string>,
  folder: LibraryFolder | null,
  shipped: URL = SHIPPED,
): ReadonlyMap<string, SandboxLibrary> {
  const plain = [...names].map(libraryNameOf).filter((name) => PACKAGE_NAME.test(name));
  const wanted = [...new Set(plain)].sort();
  if (wanted.length === 0) return new Map();
  const rows = readIndex(shipped);
  return new Map(
    wanted.flatMap((name) => {
      const row = rows.find((one) => one.name === name);
      const found = (folder && findOwn(name, folder)) ?? (row && describeShipped(row, shipped));
      return found ? [[name, found] as const] : [];
    }),
  );
}

function readIndex(shipped: URL): readonly ShippedLibrary[] {
  const text = readShipped('index.json', shipped);
  try {
    return shippedLibraries.parse(JSON.parse(text));
  } catch {
    throw unusable('index.json', 'it does not list the scripts');
  }
}

function fileOf(name: string): string {
  return `${name.replace('/', '__')}.js`;
}

function findOwn(name: string, { path, shownAs }: LibraryFolder): SandboxLibrary | null {
  const found = readPlainFile(join(path, 'sandbox', fileOf(name)), SCRIPT_BYTES);
  if (found.kind === 'missing') return null;
  if (found.kind !== 'read') {
    const reason = found.kind === 'refused' ? found.reason : `it has more than ${SCRIPT_BYTES} bytes`;
    throw fatal('SBX-004', { file: `${shownAs}/sandbox/${fileOf(name)}` }, { name, reason });
  }
  const source = found.bytes.toString('utf8');
  return { name, version: null, sha256: sha256(found.bytes), read: () => source };
}

function describeShipped({ name, version, sha256: expected }: ShippedLibrary, shipped: URL): SandboxLibrary {
  const read = () => {
    const source = readShipped(fileOf(name), shipped);
    if (sha256(source) !== expected) throw unusable(fileOf(name), 'it is not the one that was built');
    return source;
  };
  return { name, version, sha256: expected, read };
}

function readShipped(file: string, shipped: URL): string {
  try {
    return readFileSync(new URL(file, shipped), 'utf8');
  } catch (error) {
    const code = codeOf(error);
    if (code === undefined) throw error;
    throw unusable(file, code);
  }
}

function unusable(file: string, reason: string) {
  return fatal('SBX-003', { file: `libraries/${file}` }, { reason });
}
