import { describeEntries, markCurrent, type PastEntry } from '../engine/history/describe-entries.js';
import { newestFrom, secondOfSettling } from '../engine/history/newest-from.js';
import { areasOfNode } from '../engine/selection/subjects.js';
import type { Subject } from '../engine/subjects.js';
import type { Island } from '../island/island.js';
import { nodeEntry, type StoredEntry } from '../island/read-namespace.js';
import type { HistoryEntry } from '../model/history.js';
import type { Problem } from '../model/problem.js';
import type { EntriesSeen } from './derive-node.js';
import { oncePerNode } from './entry-reader.js';
import { readAllEntries } from './read-all-entries.js';

/** Every entry of one target's nodes, each read once: for the index that follows from them, and for their history. */
export interface HistoryReader {
  readonly read: (subject: Pick<Subject, 'folder' | 'area' | 'hash'>) => {
    /** What the node's grade follows from, oldest first. */
    readonly entries: readonly StoredEntry[];
    /** Oldest first. */
    readonly history: readonly HistoryEntry[];
    readonly problems: readonly Problem[];
  };
  /** The same as an index is derived from. */
  readonly seen: EntriesSeen;
}

/** What is kept of a node: of an entry that decides nothing any more no more than a history tells. */
interface Kept {
  readonly entries: readonly StoredEntry[];
  readonly past: readonly PastEntry[];
  readonly problems: readonly Problem[];
  /** Those of files as new as the entries that decide. */
  readonly deciding: readonly Problem[];
}

/** @param base folder of the index, relative to the island */
export function createHistoryReader(island: Island, base: string): HistoryReader {
  const read = oncePerNode((folder, areas) => keep(readAllEntries(island, base, folder, areas)));
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

function keep({ entries, unread }: ReturnType<typeof readAllEntries>): Kept {
  const since = secondOfSettling(entries);
  return {
    entries: newestFrom(entries),
    past: describeEntries(entries),
    problems: unread.map(({ problem }) => problem),
    deciding: unread.filter(({ timestamp }) => timestamp >= since).map(({ problem }) => problem),
  };
}
