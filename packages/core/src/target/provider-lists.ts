import { readJson } from '../island/documents.js';
import type { Island } from '../island/island.js';
import { listSnapshots } from '../island/list-namespace.js';
import { formatSnapshotName, isSafeName } from '../island/logic/names.js';
import { listFolder, providerLists, SHARED_LISTS } from '../island/logic/paths.js';
import { asSharedList, type ListSnapshot } from '../spec/shared-list.js';
import {
  createProviderLists,
  type ListHashes,
  type ListHistory,
  type ProviderLists,
} from './logic/provider-lists.js';

/** The lists of a namespace. A file is read when its list is needed, and only once. */
export interface LoadedLists extends ProviderLists {
  /** false if no list has ever changed, so that times need not be compared. */
  readonly mayHaveChanged: boolean;
  /** Hashes of the lists that were imported with the provider and differ from those it used before. */
  readonly brought: ListHashes;
}

export function readProviderLists(island: Island, namespace: string): LoadedLists {
  const folder = providerLists(namespace);
  const own = readOnce(island, folder);
  const names = island.listFolders(folder).filter(isSafeName);
  const lists = createProviderLists(own, readOnce(island, SHARED_LISTS));
  return {
    ...lists,
    get brought() {
      return lists.broughtBy(names);
    },
    get mayHaveChanged() {
      return names.some(
        (name) =>
          island.listFiles(listFolder(folder, name)).length > 1 ||
          island.listFiles(listFolder(SHARED_LISTS, name)).length > 0,
      );
    },
  };
}

function readOnce(island: Island, lists: string): (name: string) => ListHistory {
  const known = new Map<string, ListHistory>();
  return (name) => {
    const found = known.get(name);
    if (found !== undefined) return found;
    const read = isSafeName(name) ? readListHistory(island, lists, name) : [];
    known.set(name, read);
    return read;
  };
}

/** Snapshots of one list; older ones that cannot be read are left out. */
export function readListHistory(island: Island, lists: string, name: string): ListHistory {
  const folder = listFolder(lists, name);
  const history = listSnapshots(island, folder, name).map((snapshot): ListSnapshot | null => {
    const file = `${folder}/${formatSnapshotName(snapshot)}`;
    const json = readJson(island, file);
    const list = json && 'value' in json ? asSharedList(json.value) : { cause: 'no JSON' };
    const { timestamp, hash } = snapshot;
    return 'cause' in list ? null : { ...list, timestamp, hash, file };
  });
  return history.at(-1) === null ? null : history.filter((list) => list !== null);
}
