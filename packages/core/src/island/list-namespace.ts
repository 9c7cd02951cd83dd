import { isSchemaName, parseSnapshotName, type SnapshotName, sortByTime } from '../target/logic/names.js';
import type { Island } from './island.js';
import { isNamespaceName, isSelectionName, namespaceFolder, snapshotFolder } from './logic/paths.js';

// What lies in the island by its names alone: no document is parsed, so no command pays for the shapes of them.

/** Namespaces of the island, sorted. A folder that can be none is not ours. */
export function listNamespaces(island: Island): string[] {
  return island.listFolders('providers').filter(isNamespaceName);
}

/** Selections of the island, sorted. */
export function listSelections(island: Island): string[] {
  return island.listFolders('selections').filter(isSelectionName);
}

/** Schemas that have at least one snapshot, sorted; retired ones too. */
export function listSchemas(island: Island, namespace: string): string[] {
  return island.listFolders(namespaceFolder(namespace)).filter(isSchemaName);
}

/** Snapshots of a schema, oldest first. Files that do not fit the name grammar are none. */
export function listSnapshots(island: Island, folder: string, name: string): SnapshotName[] {
  const parsed = island.listFiles(folder).map(parseSnapshotName);
  return sortByTime(parsed.filter((found): found is SnapshotName => found?.name === name));
}

/** The current snapshot of a schema: the newest one (spec 19, resolveLatest; decision D9). */
export function newestSnapshot(island: Island, namespace: string, schema: string): SnapshotName | null {
  return listSnapshots(island, snapshotFolder(namespace, schema), schema).at(-1) ?? null;
}
