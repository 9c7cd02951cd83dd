import {
  describeEntries,
  entrySettles,
  type HistoryEntry,
  markCurrent,
  newestFrom,
  type PastEntry,
  secondOfSettling,
} from '../grade/history.js';
import type { Island } from '../island/island.js';
import { type EntryPlace, placeOfEntries } from '../island/journal/read-journal.js';
import {
  type EntriesSeen,
  listNodeEntries,
  nodeEntry,
  readEntry,
  readStoredEntries,
  type StoredEntry,
} from '../island/read-namespace.js';
import type { Problem } from '../problems/problem.js';
import type { RuleBook } from '../spec/books/book.js';
import type { AreaId } from '../spec/vocabulary.js';
import { areasOfNode, type Subject } from './logic/subjects.js';

type Stored = ReturnType<typeof readStoredEntries>;

/**
 * Reads the entries of one target's nodes, those of each node only once, for the derived index and for reports about
 * the target.
 */
export interface EntryReader {
  readonly read: (folder: string, areas: readonly AreaId[]) => Stored;
  /** The same entries in the form that deriving an index needs. */
  readonly seen: EntriesSeen;
}

/**
 * @param base folder of the index, relative to the island
 * @param journal the journal's bytes, if they were already read
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

/** The newest full entry of a node, on which its grade rests. */
export function lastFullOf({ folder, area }: Pick<Subject, 'folder' | 'area'>, seen: EntriesSeen) {
  return seen(folder, areasOfNode(area)).entries.findLast(({ mode }) => mode === 'full');
}

/** Reads each node only once, however often it is requested. */
function oncePerNode<T>(
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

/**
 * Reads every entry of one target's nodes, those of each node only once, for the derived index and for the nodes'
 * history.
 */
export interface HistoryReader {
  readonly read: (subject: Pick<Subject, 'folder' | 'area' | 'hash'>) => {
    /** The entries that decide the node's grade, oldest first. */
    readonly entries: readonly StoredEntry[];
    /** Oldest first. */
    readonly history: readonly HistoryEntry[];
    readonly problems: readonly Problem[];
  };
  /** The same entries in the form that deriving an index needs. */
  readonly seen: EntriesSeen;
}

/** What is kept about a node. For entries that no longer decide anything, only the data shown in a history is kept. */
interface Kept {
  readonly entries: readonly StoredEntry[];
  readonly past: readonly PastEntry[];
  readonly problems: readonly Problem[];
  /** Problems with files that are at least as new as the deciding entries. */
  readonly deciding: readonly Problem[];
}

/** @param base folder of the index, relative to the island */
export function createHistoryReader(island: Island, base: string): HistoryReader {
  const place = placeOfEntries(island, base);
  const read = oncePerNode((folder, areas) => keep(readAllEntries(place, folder, areas), island.book));
  return {
    read: ({ folder, area, hash }) => {
      const { entries, past, problems } = read(folder, areasOfNode(area));
      return { entries, history: markCurrent(past, hash), problems };
    },
    seen: (folder, areas) => {
      const { entries, deciding } = read(folder, areas);
      return { entries: entries.map(nodeEntry), problems: deciding };
    },
  };
}

function keep({ entries, unread }: AllEntries, book: RuleBook): Kept {
  const since = secondOfSettling(entries);
  return {
    entries: newestFrom(entries),
    past: describeEntries(entries, book),
    problems: unread.map(({ problem }) => problem),
    deciding: unread.filter(({ timestamp }) => timestamp >= since).map(({ problem }) => problem),
  };
}

/** The content of a node's folder. */
interface AllEntries {
  /** Oldest first. */
  readonly entries: readonly StoredEntry[];
  /** Why files could not be read, with the timestamps in their names. */
  readonly unread: readonly { readonly timestamp: string; readonly problem: Problem }[];
}

/**
 * Every entry of a node.
 *
 * @param areas the areas of the node
 */
export function readAllEntries(place: EntryPlace, folder: string, areas: readonly AreaId[]): AllEntries {
  const unread: { timestamp: string; problem: Problem }[] = [];
  const entries = listNodeEntries(place, folder, areas).flatMap(({ ref, timestamp }): StoredEntry[] => {
    const read = readEntry(place, ref);
    if ('problem' in read) unread.push({ timestamp, problem: read.problem });
    return 'problem' in read ? [] : [{ ref, timestamp, entry: read.value }];
  });
  return { entries, unread };
}
