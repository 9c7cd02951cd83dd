import { dirname, join } from 'node:path';
import type { SchemaFileGroup } from '../../adapters/schema-source/find-files.js';
import { type ListCatalogue, readListCatalogue } from '../../adapters/shared-lists.js';
import { hashValue } from '../../engine/hash.js';
import type { ImportSource } from '../../engine/import-plan.js';
import { formatSnapshotName, isSafeName, nextTimestamp } from '../../engine/names.js';
import { formatJson } from '../../island/documents.js';
import type { Island } from '../../island/island.js';
import { listSnapshots } from '../../island/list-namespace.js';
import { listFolder } from '../../island/paths.js';

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

/** Snapshots the lists that the sources refer to; a list that has not changed is left alone. */
export function importLists({
  island,
  lists,
  sources,
  now,
}: {
  island: Island;
  lists: ListCatalogue;
  sources: readonly ImportSource[];
  now: Date;
}): void {
  const wanted = sources.flatMap((source) => source.main?.sharedLists ?? []);
  for (const { name, version, entries } of lists.files) {
    if (!isSafeName(name) || !wanted.some((list) => list.ref === name && list.version === version)) continue;
    const list = { meta: { name, version }, entries };
    const hash = hashValue(list);
    const snapshots = listSnapshots(island, listFolder(name), name);
    if (snapshots.some((snapshot) => snapshot.hash === hash)) continue;
    const timestamp = nextTimestamp(
      now,
      snapshots.map((snapshot) => snapshot.timestamp),
    );
    const file = formatSnapshotName({ name, timestamp, hash, extension: 'json' });
    island.create(`${listFolder(name)}/${file}`, formatJson(list));
  }
}
