import { entrySettles } from '../grade/history/newest-from.js';
import type { Island } from '../island/island.js';
import { placeOfEntries } from '../island/journal/recorded-entries.js';
import type { EntriesSeen } from '../island/read-namespace.js';
import { nodeEntry, readStoredEntries } from '../island/read-namespace.js';
import type { AreaId } from '../spec/vocabulary.js';

type Stored = ReturnType<typeof readStoredEntries>;

/** The entries of one target's nodes, each read once: for the derived index, and for reports about it. */
export interface EntryReader {
  readonly read: (folder: string, areas: readonly AreaId[]) => Stored;
  /** The same entries in the form that deriving an index needs. */
  readonly seen: EntriesSeen;
}

/**
 * @param base folder of the index, relative to the island
 * @param journal its bytes, where they were read already
 */
export function createEntryReader(island: Island, base: string, journal?: Uint8Array | null): EntryReader {
  const place = placeOfEntries(island, base, journal);
  const read = oncePerNode((folder, areas) => readStoredEntries(place, folder, areas, entrySettles));
  return {
    read,
    seen: (folder, areas) => {
      const { entries, problems } = read(folder, areas);
      return { entries: entries.map(nodeEntry), problems };
    },
  };
}

/** Reads each node only once, however often it is requested. */
export function oncePerNode<T>(
  read: (folder: string, areas: readonly AreaId[]) => T,
): (folder: string, areas: readonly AreaId[]) => T {
  const known = new Map<string, T>();
  return (folder, areas) => {
    const key = `${folder} ${areas.join()}`;
    const found = known.get(key) ?? read(folder, areas);
    known.set(key, found);
    return found;
  };
}
