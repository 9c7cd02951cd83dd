import type { Island } from '../../island/island.js';
import { listNamespaces, listSnapshots } from '../../island/list-namespace.js';
import type { SnapshotName } from '../../island/logic/names.js';
import { listFolder, providerLists } from '../../island/logic/paths.js';
import type { ListHistory } from '../../target/logic/provider-lists.js';
import { readListHistory } from '../../target/provider-lists.js';

interface KnownList {
  readonly name: string;
  readonly version: string;
  readonly hash: string;
}

/** Finds the providers of the island that hold a list; caches its lookups for one command. */
export interface ListHolders {
  /** Finds other namespaces that have a different list with the same name and version. */
  readonly others: (namespace: string, list: KnownList) => string[];
  /** Drops the cached lists of a namespace that was just imported. */
  readonly forget: (namespace: string) => void;
}

interface Held {
  readonly snapshots: readonly SnapshotName[];
  history?: ListHistory;
}

export function createListHolders(island: Island): ListHolders {
  /** By list and namespace. */
  const known = new Map<string, Map<string, Held>>();
  let namespaces: Set<string> | undefined;
  const heldBy = (namespace: string, name: string) => {
    const holders = known.get(name) ?? new Map<string, Held>();
    known.set(name, holders);
    const found = holders.get(namespace);
    if (found) return found;
    const snapshots = listSnapshots(island, listFolder(providerLists(namespace), name), name);
    const held: Held = { snapshots };
    holders.set(namespace, held);
    return held;
  };
  const differs = (namespace: string, { name, version, hash }: KnownList) => {
    const held = heldBy(namespace, name);
    // Name and version are part of the hash, so if the newest snapshot has this hash, its content need not be read.
    if (held.snapshots.length === 0 || held.snapshots.at(-1)?.hash === hash) return false;
    held.history ??= readListHistory(island, providerLists(namespace), name);
    const newest = held.history?.findLast((list) => list.version === version);
    return newest !== undefined && newest.hash !== hash;
  };
  return {
    others: (namespace, list) => {
      namespaces ??= new Set(listNamespaces(island));
      return [...namespaces].filter((other) => other !== namespace && differs(other, list)).sort();
    },
    forget: (namespace) => {
      namespaces?.add(namespace);
      for (const holders of known.values()) holders.delete(namespace);
    },
  };
}
