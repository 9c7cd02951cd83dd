import { readJson } from '../island/documents.js';
import { Island } from '../island/island.js';
import { listNamespaces } from '../island/list-namespace.js';
import { isSafeName, parseSnapshotName, sortByTime } from '../island/logic/names.js';
import { providerLists, SHARED_LISTS } from '../island/logic/paths.js';
import { describeValue } from '../problems/describe-issue.js';
import { fatal, problem } from '../problems/error-codes.js';
import { hashValue } from '../spec/hash.js';
import type { SharedList } from '../spec/shared-list.js';
import { readListHistory } from '../target/provider-lists.js';
import { isRecord } from '../values/is-record.js';
import { errorTexts, thrownTexts } from './error-texts.js';

/** Lists that several schemas share, as stored in the island (Schemas-Spec 03; spec 19). */

/**
 * Hash of a list's value: 8 hex digits over its canonical JSON.
 *
 * @param list the object that a list file contains, or a list of entries
 * @returns null with SL-001 (missing or null), SL-002 (neither an object nor a list), HSH-003, HSH-004 (no JSON)
 */
export function hash({ list }: { list: object }): { hash: string | null; errors: string[] } {
  if (typeof list !== 'object') {
    const args = { expected: 'an object or a list', found: describeValue(list) };
    return { hash: null, errors: errorTexts([problem('SL-002', { path: '/list' }, args)]) };
  }
  try {
    return { hash: hashValue(list), errors: [] };
  } catch (error) {
    return { hash: null, errors: thrownTexts(error) };
  }
}

/** Whether a file name is that of a list, and its parts. */
export interface ListFilename {
  valid: boolean;
  /** The same as `valid`. */
  status: boolean;
  /** Name of the list. */
  name: string | null;
  /** The timestamp: `YYYY-MM-DDTHH-MM-SSZ`. */
  version: string | null;
  hash: string | null;
  errors: string[];
  /** The same as `errors`. */
  messages: string[];
}

/**
 * Whether a name is `‹list›--‹timestamp›--‹hash8›.json` or `.mjs` (spec 19).
 *
 * @returns SL-001 (missing), SL-002 (no text), SNP-003 (another form, or a name that no list can have)
 */
export function validateFilename({ filename }: { filename: string }): ListFilename {
  const parsed = parseSnapshotName(filename);
  if (parsed && isSafeName(parsed.name) && ['json', 'mjs'].includes(parsed.extension)) {
    const { name, timestamp: version, hash } = parsed;
    return { valid: true, status: true, name, version, hash, errors: [], messages: [] };
  }
  const args = { found: filename, what: 'the file name of a shared list' };
  const errors = errorTexts([problem('SNP-003', undefined, args)]);
  return { valid: false, status: false, name: null, version: null, hash: null, errors, messages: errors };
}

/** A list as its file contains it, with `meta` and `entries`, and what `meta` says of it beside them. */
export interface LoadedList extends SharedList {
  readonly meta: Readonly<Record<string, unknown>>;
}

/** The newest snapshot of a list. */
export interface Loaded {
  list: LoadedList | null;
  /** Hash in the name of the snapshot. */
  hash: string | null;
  /** Version that the list itself states. */
  version: string | null;
  errors: string[];
}

/**
 * The newest snapshot of a list, from any provider.
 *
 * @param gradingDataRoot the island; it has no default
 * @returns null with SL-001 (missing argument), SL-002 (no text), SL-003 (the island has no such list), ISL-… (disk)
 */
export async function load({
  gradingDataRoot,
  listname,
}: {
  gradingDataRoot: string;
  listname: string;
}): Promise<Loaded> {
  try {
    return { ...loadSharedList(new Island(gradingDataRoot), listname), errors: [] };
  } catch (error) {
    return { list: null, hash: null, version: null, errors: thrownTexts(error) };
  }
}

/** @throws GradingError SL-003 if there is none */
function loadSharedList(island: Island, listname: string): Omit<Loaded, 'errors'> {
  const folders = isSafeName(listname) ? [SHARED_LISTS, ...listNamespaces(island).map(providerLists)] : [];
  const kept = folders.flatMap((folder) => readListHistory(island, folder, listname) ?? []);
  const found = sortByTime(kept).at(-1);
  if (!found) throw fatal('SL-003', undefined, { name: listname });
  const { version, entries, hash } = found;
  return { list: { name: listname, version, entries, meta: metaOf(island, found.file) }, hash, version };
}

function metaOf(island: Island, file: string): LoadedList['meta'] {
  const json = readJson(island, file);
  return json && 'value' in json && isRecord(json.value) && isRecord(json.value.meta) ? json.value.meta : {};
}
