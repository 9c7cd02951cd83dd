import type { Folder, Island } from './island.js';
import {
  type EntryName,
  isSchemaName,
  latestToCount,
  parseEntryName,
  parseSnapshotName,
  parseTrialName,
  type SnapshotName,
  sortByTime,
  type TrialName,
} from './logic/names.js';
import {
  isNamespaceName,
  isSelectionName,
  namespaceFolder,
  snapshotFolder,
  trialsFolder,
} from './logic/paths.js';

// Lists the content of the island from names alone: no document is parsed, so no command has to load the shapes.

/** Namespaces of the island, sorted; folders with other names are ignored. */
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

/**
 * The snapshots with a given name, oldest first. Snapshots that do not count yet are left out, and so are files whose
 * names match no grammar.
 */
export function listSnapshots(island: Folder, folder: string, name: string): SnapshotName[] {
  return listByTime(island, folder, parseSnapshotName).filter((found) => found.name === name);
}

/**
 * The entries in a folder, oldest first. Entries that do not count yet are left out, and so are files whose names match
 * no grammar.
 */
export function listEntries(island: Folder, folder: string): EntryName[] {
  return listByTime(island, folder, parseEntryName);
}

/** Whether a target has trials: one look at a folder, so that nothing else is loaded or read without them. */
export function hasTrials(island: Folder, target: { readonly folder: string }): boolean {
  return island.kind(trialsFolder(target)) === 'folder';
}

/** The trials in a folder, oldest first. Trials that do not count yet are left out, and so are files of other names. */
export function listTrials(island: Folder, folder: string): TrialName[] {
  return listByTime(island, folder, parseTrialName);
}

/** Every list of files by time comes from here, so that none contains a name dated too far in the future. */
function listByTime<T extends { readonly timestamp: string; readonly file: string }>(
  island: Folder,
  folder: string,
  parse: (file: string) => T | null,
): T[] {
  const latest = latestToCount(island.now());
  const names = island.listFiles(folder).map(parse);
  return sortByTime(names.filter((name) => name !== null).filter(({ timestamp }) => timestamp <= latest));
}

/** The current snapshot of a schema: the newest one (spec 19, resolveLatest; decision D9). */
export function newestSnapshot(island: Island, namespace: string, schema: string): SnapshotName | null {
  return listSnapshots(island, snapshotFolder(namespace, schema), schema).at(-1) ?? null;
}

/**
 * The newest snapshot or entry with a given name in a folder, found by the time in its file name and never by plain
 * sorting (decision D4).
 *
 * @param logicalName the part before the time: the name of a snapshot, the area of an entry
 */
export function newestNamed(folder: Folder, logicalName: string): string | null {
  const entries = listEntries(folder, '').filter(({ area }) => area === logicalName);
  return sortByTime([...listSnapshots(folder, '', logicalName), ...entries]).at(-1)?.file ?? null;
}
