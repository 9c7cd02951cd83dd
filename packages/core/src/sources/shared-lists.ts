import { type Dirent, existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { isInside } from '../files/is-inside.js';
import { describeProblem, problem } from '../problems/error-codes.js';
import type { Problem } from '../problems/problem.js';
import type { SharedListFilter, SharedListReference } from '../spec/schema-main.js';
import {
  asSharedList,
  type SharedList,
  type SharedListEntry,
  type SharedLists,
  type UnresolvedList,
} from '../spec/shared-list.js';
import { isRecord } from '../values/is-record.js';
import { codeOf } from '../values/system-error.js';
import type { SchemaFileGroup } from './find-files.js';
import { findKeyPlaces } from './key-places.js';
import { createPositions, type ModuleReading, type Position } from './logic/module-reading.js';
import { readSchemaFile } from './read-schema-file.js';

export interface ListFile extends SharedList {
  readonly file: string;
}

export interface ListCatalogue {
  /** In order of preference. */
  readonly files: readonly ListFile[];
  /** Lists that are left out because they hold a key; each concerns only those who refer to it. */
  readonly withKey: readonly (ListFile & { readonly keyAt: Position })[];
  /** LST-101 for each file that is not a list; the other files are unaffected. */
  readonly problems: readonly Problem[];
}

/**
 * Reads every shared list of the search path: `*.mjs` (from the syntax tree, so that no code runs) and `*.json`, in the
 * folders themselves and one level below, where the island keeps a folder per list. Files with names that begin with
 * `_` are not lists. A missing folder counts as an empty one.
 *
 * @param searchPath folders in order of preference; within a folder the newest snapshot comes first
 */
export function readListCatalogue(searchPath: readonly string[]): ListCatalogue {
  const files: ListFile[] = [];
  const withKey: ListCatalogue['withKey'][number][] = [];
  const problems: Problem[] = [];
  for (const file of searchPath.flatMap(listFiles)) {
    const { list, keyAt } = file.endsWith('.json') ? readJson(file) : readModule(file);
    if ('cause' in list) problems.push(problem('LST-101', { file }, list));
    else if (keyAt) withKey.push({ ...list, file, keyAt });
    else files.push({ ...list, file });
  }
  return { files, withKey, problems };
}

/** The usable references in `main.sharedLists`, which may have any content. */
export function listReferences(sharedLists: unknown): SharedListReference[] {
  if (!Array.isArray(sharedLists)) return [];
  return sharedLists.filter(
    (one): one is SharedListReference =>
      isRecord(one) &&
      typeof one.ref === 'string' &&
      typeof one.version === 'string' &&
      (one.filter === undefined || isFilter(one.filter)),
  );
}

function isFilter(filter: unknown): boolean {
  return (
    isRecord(filter) &&
    typeof filter.key === 'string' &&
    (filter.in === undefined || Array.isArray(filter.in))
  );
}

/** Picks the lists a schema refers to, by exact version, and filters them (Schemas-Spec 03, Resolution Lifecycle). */
export function resolveSharedLists(
  references: readonly SharedListReference[],
  files: readonly SharedList[],
): SharedLists {
  const resolved: [string, readonly SharedListEntry[]][] = [];
  const unresolved: UnresolvedList[] = [];
  for (const { ref, version, filter } of references) {
    const named = files.filter(({ name }) => name === ref);
    const list = named.find((file) => file.version === version);
    if (list)
      resolved.push([ref, filter ? list.entries.filter((entry) => passes(entry, filter)) : list.entries]);
    else unresolved.push({ ref, version, found: [...new Set(named.map((file) => file.version))].sort() });
  }
  return { resolved: Object.fromEntries(resolved), unresolved };
}

function passes(entry: SharedListEntry, filter: SharedListFilter): boolean {
  const value = Object.hasOwn(entry, filter.key) ? (entry[filter.key] ?? null) : null;
  if (filter.exists !== undefined) return (value !== null) === filter.exists;
  if (filter.in !== undefined) return filter.in.includes(value);
  return value === (filter.value ?? null);
}

function listFiles(folder: string): string[] {
  const entries = entriesOf(folder);
  const below = entries
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) =>
      entriesOf(join(folder, name)).map((entry) => ({ entry, path: join(name, entry.name) })),
    );
  return [...entries.map((entry) => ({ entry, path: entry.name })), ...below]
    .filter(({ entry }) => entry.isFile() && /^[^_.].*\.(mjs|json)$/.test(entry.name))
    .map(({ path }) => join(folder, path))
    .sort()
    .reverse();
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (/^(ENOENT|ENOTDIR)$/.test(codeOf(error) ?? '')) return [];
    throw error;
  }
}

function asReadList({ problems: [first], value }: ModuleReading): ListReading['list'] {
  return first ? { cause: describeProblem(first).message } : asSharedList(value);
}

/** Judges a file that the user named as a list: LST-101, as an error, and GATE-025 for what has the form of a key. */
export function checkList(file: string, reading: ModuleReading): Problem[] {
  const found = asReadList(reading);
  if ('cause' in found) return [{ ...problem('LST-101', { file }, found), severity: 'error' }];
  return reading.keyForms.map((at) => problem('GATE-025', { file, ...at }));
}

interface ListReading {
  readonly list: SharedList | { readonly cause: string };
  /** Place of something that has the form of a key; the list is then not used. */
  readonly keyAt?: Position | undefined;
}

function readModule(file: string): ListReading {
  const { reading } = readSchemaFile(file, ['list']);
  return { list: asReadList(reading), keyAt: reading.keyForms[0] };
}

function readJson(file: string): ListReading {
  try {
    const text = readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
    const value: unknown = JSON.parse(text);
    const [keyAt] = findKeyPlaces(text, createPositions(text), { value, locate: () => undefined });
    return { list: asSharedList(value), keyAt };
  } catch (error) {
    if (error instanceof SyntaxError) return { list: { cause: 'it is not JSON' } };
    const cause = codeOf(error);
    if (cause === undefined) throw error;
    return { list: { cause } };
  }
}

function isBounded(folder: string, roots: readonly string[] | undefined): boolean {
  if (!roots) return true;
  if (!existsSync(folder)) return false;
  const real = realpathSync(folder);
  return roots.some((root) => isInside(root, real));
}

/**
 * Returns a function that reads the lists of a provider, each folder only once. They lie in `_lists` in the folder of
 * the schemas, then beside it, then beside a folder `providers` above it (Schemas-Spec 15); nothing else is searched.
 *
 * @param roots folders without links; lists that lie elsewhere once links are followed are not read. Default: anywhere
 */
export function createListSource(roots?: readonly string[]): (group: SchemaFileGroup) => ListCatalogue {
  const known = new Map<string, ListCatalogue>();
  const read = (folder: string) => {
    const found = known.get(folder) ?? readListCatalogue(isBounded(folder, roots) ? [folder] : []);
    known.set(folder, found);
    return found;
  };
  return (group) => {
    const folder = group.folder ?? dirname(group.files[0] ?? '.');
    const isOfProviders = basename(resolve(folder, '..')) === 'providers';
    const above = ['', '..', ...(isOfProviders ? ['../..'] : [])];
    const found = above.map((path) => read(join(folder, path, '_lists')));
    return {
      files: found.flatMap(({ files }) => files),
      withKey: found.flatMap(({ withKey }) => withKey),
      problems: found.flatMap(({ problems }) => problems),
    };
  };
}
