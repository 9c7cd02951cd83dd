import type { Island } from '../island/island.js';
import { listNamespaces } from '../island/list-namespace.js';
import { isSafeName, parseSnapshotName, sortByTime } from '../island/logic/names.js';
import { providerLists, SHARED_LISTS } from '../island/logic/paths.js';
import { fatal, problem } from '../problems/error-codes.js';
import { hashValue } from '../spec/hash.js';
import type { SharedListEntry } from '../spec/shared-list.js';
import { readListHistory } from '../target/provider-lists.js';
import { errorTexts, thrownTexts } from './error-texts.js';
import { openIsland } from './open-island.js';

/** Lists that several schemas share, as stored in the island (Schemas-Spec 03; spec 19). */

/** Hash of a list's value: 8 hex digits, or null with HSH-001. */
export function hash({ list }: { list: unknown }): { hash: string | null; errors: string[] } {
  try {
    return { hash: hashValue(list), errors: [] };
  } catch (error) {
    return { hash: null, errors: thrownTexts(error) };
  }
}

/** Whether a name is `‹list›--‹timestamp›--‹hash8›.json` or `.mjs`; SNP-003 if not. */
export function validateFilename({ filename }: { filename: string }): { valid: boolean; errors: string[] } {
  const name = parseSnapshotName(String(filename));
  if (name && ['json', 'mjs'].includes(name.extension)) return { valid: true, errors: [] };
  return { valid: false, errors: errorTexts([problem('SNP-003', undefined, { found: String(filename) })]) };
}

interface KeptList {
  readonly name: string;
  readonly version: string;
  readonly entries: readonly SharedListEntry[];
}

/**
 * The newest snapshot of a list.
 *
 * @param gradingDataRoot the island; it has no default
 * @returns null with SL-001 if the island has no such list
 */
export function load({ gradingDataRoot, listname }: { gradingDataRoot: string; listname: string }): {
  list: KeptList | null;
  errors: string[];
} {
  const island = openIsland(gradingDataRoot);
  if (island.value === null) return { list: null, errors: errorTexts(island.problems) };
  try {
    return { list: loadSharedList(island.value, listname), errors: [] };
  } catch (error) {
    return { list: null, errors: thrownTexts(error) };
  }
}

/**
 * The newest snapshot of a shared list in the island, from any provider.
 *
 * @throws GradingError SL-001 if there is none
 */
function loadSharedList(island: Island, name: string): KeptList {
  const folders = isSafeName(name) ? [SHARED_LISTS, ...listNamespaces(island).map(providerLists)] : [];
  const kept = folders.flatMap((folder) => readListHistory(island, folder, name) ?? []);
  const found = sortByTime(kept).at(-1);
  if (!found) throw fatal('SL-001', undefined, { name });
  return { name, version: found.version, entries: found.entries };
}
