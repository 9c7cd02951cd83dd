import type { Island } from '../island/island.js';
import { listNamespaces, listSchemas, listSnapshots } from '../island/list-namespace.js';
import { providerLists, SHARED_LISTS, snapshotFolder } from '../island/logic/paths.js';
import { fatal } from '../problems/error-codes.js';
import type { SharedListEntry } from '../spec/shared-list.js';
import { isSafeName, type SnapshotName, sortByTime } from '../target/logic/names.js';
import { readListHistory } from '../target/provider-lists.js';

export interface ListedSnapshot extends Omit<SnapshotName, 'file' | 'name' | 'extension'> {
  readonly schemaName: string;
  /** Relative to the island. */
  readonly path: string;
}

/**
 * Snapshots of a namespace's schemas, including retired ones, by schema and time.
 *
 * @throws GradingError ISL-003 for a name that no namespace can have
 */
export function listSchemaSnapshots(island: Island, namespace: string): ListedSnapshot[] {
  return listSchemas(island, namespace).flatMap((schema) => {
    const folder = snapshotFolder(namespace, schema);
    return listSnapshots(island, folder, schema).map(({ file, timestamp, hash }) => ({
      schemaName: schema,
      timestamp,
      hash,
      path: `${folder}/${file}`,
    }));
  });
}

export interface KeptList {
  readonly name: string;
  readonly version: string;
  readonly entries: readonly SharedListEntry[];
}

/**
 * The newest snapshot of a shared list in the island, from any provider.
 *
 * @throws GradingError SL-001 if there is none
 */
export function loadSharedList(island: Island, name: string): KeptList {
  const folders = isSafeName(name) ? [SHARED_LISTS, ...listNamespaces(island).map(providerLists)] : [];
  const kept = folders.flatMap((folder) => readListHistory(island, folder, name) ?? []);
  const found = sortByTime(kept).at(-1);
  if (!found) throw fatal('SL-001', undefined, { name });
  return { name, version: found.version, entries: found.entries };
}
