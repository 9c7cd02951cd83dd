import { dirname, join } from 'node:path';
import type { SchemaFileGroup } from '../../adapters/schema-source/find-files.js';
import { type ListCatalogue, type ListFile, readListCatalogue } from '../../adapters/shared-lists.js';
import { hashValue } from '../../engine/hash.js';
import type { ImportSource } from '../../engine/import/sources.js';
import { findAlike, formatSnapshotName, isSafeName, nextTimestamp } from '../../engine/names.js';
import { formatJson } from '../../island/documents.js';
import type { Island } from '../../island/island.js';
import { listSnapshots } from '../../island/list-namespace.js';
import { withLock } from '../../island/lock.js';
import { listFolder, SHARED_LISTS } from '../../island/paths.js';
import type { Problem } from '../../model/problem.js';
import { problem } from '../../tables/error-codes.js';

/** Reads the lists beside a provider: `_lists` in its folder and beside it. One folder is read once. */
export function createListSource(): (group: SchemaFileGroup) => ListCatalogue {
  const known = new Map<string, ListCatalogue>();
  const read = (folder: string) => {
    const found = known.get(folder) ?? readListCatalogue([folder]);
    known.set(folder, found);
    return found;
  };
  return (group) => {
    const folder = group.folder ?? dirname(group.files[0] ?? '.');
    const found = [read(join(folder, '_lists')), read(join(folder, '..', '_lists'))];
    return {
      files: found.flatMap(({ files }) => files),
      problems: found.flatMap(({ problems }) => problems),
    };
  };
}

/**
 * Snapshots the lists that the sources refer to, each from the place that is preferred. A list whose newest snapshot
 * of that version holds the same is left alone; one that returns to older content is the newest again (decision D9).
 * Lists belong to all namespaces, so that another command may bring the same one: they have a lock of their own.
 */
export async function importLists({
  island,
  lists,
  sources,
  now,
}: {
  island: Island;
  lists: ListCatalogue;
  sources: readonly ImportSource[];
  now: Date;
}): Promise<void> {
  const wanted = wantedLists(lists, sources);
  if (missingLists(island, wanted).length === 0) return;
  await withLock({ island, target: SHARED_LISTS, command: 'grading import' }, () => {
    const created = missingLists(island, wanted).map((list) => placeList(island, list, now));
    island.createAll(created);
  });
}

/** Those of which the island's newest snapshot of that version holds something else. */
function missingLists(island: Island, wanted: readonly ListFile[]): ListFile[] {
  if (wanted.length === 0) return [];
  const known = readListCatalogue([island.absolute(SHARED_LISTS)]);
  return wanted.filter((list) => {
    const newest = findList(known, list.name, list.version);
    return !newest || hashList(newest) !== hashList(list);
  });
}

function placeList(island: Island, list: ListFile, now: Date) {
  const { name } = list;
  const known = listSnapshots(island, listFolder(name), name).map(({ timestamp }) => timestamp);
  const timestamp = nextTimestamp(now, known);
  const file = formatSnapshotName({ name, timestamp, hash: hashList(list), extension: 'json' });
  return { path: `${listFolder(name)}/${file}`, bytes: formatJson(contentOf(list)) };
}

function hashList(list: ListFile): string {
  return hashValue(contentOf(list));
}

function contentOf({ name, version, entries }: ListFile) {
  return { meta: { name, version }, entries };
}

/** IMP-015 for each list whose folder a disk may take for that of another, which the island has or which comes with it. */
export function checkLists({
  island,
  lists,
  sources,
}: {
  island: Island;
  lists: ListCatalogue;
  sources: readonly ImportSource[];
}): Problem[] {
  const wanted = wantedLists(lists, sources).map(({ name }) => name);
  if (wanted.length === 0) return [];
  const known = island.listFolders(SHARED_LISTS);
  return findAlike([...known, ...wanted])
    .filter(([name]) => !known.includes(name))
    .map(([name, other]) => {
      const source = sources.find(({ main }) => main?.sharedLists?.some(({ ref }) => ref === name));
      return problem('IMP-015', source && { file: source.file }, { what: 'shared lists', name, other });
    });
}

function wantedLists(lists: ListCatalogue, sources: readonly ImportSource[]) {
  const references = sources.flatMap((source) => source.main?.sharedLists ?? []);
  const found = references.flatMap(({ ref, version }) => findList(lists, ref, version) ?? []);
  return [...new Set(found)].filter(({ name }) => isSafeName(name));
}

/** Of several lists with one name and version the first is the one to prefer. */
function findList({ files }: ListCatalogue, name: string, version: string) {
  return files.find((list) => list.name === name && list.version === version);
}
