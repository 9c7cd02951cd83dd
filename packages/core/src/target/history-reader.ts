import { describeEntries, markCurrent, type PastEntry } from '../grade/history/describe-entries.js';
import { newestFrom, secondOfSettling } from '../grade/history/newest-from.js';
import type { HistoryEntry } from '../grade/history.js';
import { isWholeEntry } from '../grade/whole-entry.js';
import { readDocument } from '../island/documents.js';
import type { Island } from '../island/island.js';
import { listEntries } from '../island/list-namespace.js';
import { FILE_NAMES } from '../island/logic/paths.js';
import type { EntriesSeen } from '../island/read-namespace.js';
import { nodeEntry, type StoredEntry } from '../island/read-namespace.js';
import type { Problem } from '../problems/problem.js';
import { storedEntry } from '../spec/entry.js';
import type { AreaId } from '../spec/vocabulary.js';
import { oncePerNode } from './entry-reader.js';
import { areasOfNode } from './logic/selection/subjects.js';
import type { Subject } from './logic/subjects.js';

/** Every entry of one target's nodes, each read once: for the derived index, and for their history. */
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

/** The kept data of a node: of entries that no longer decide anything, only what a history shows. */
interface Kept {
  readonly entries: readonly StoredEntry[];
  readonly past: readonly PastEntry[];
  readonly problems: readonly Problem[];
  /** Problems of files as new as the deciding entries. */
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
 * @param base folder of the index, relative to the island
 * @param areas of the node
 */
export function readAllEntries(
  island: Island,
  base: string,
  folder: string,
  areas: readonly AreaId[],
): AllEntries {
  const place = [folder, FILE_NAMES.gradings].filter(Boolean).join('/');
  const ordered = listEntries(island, `${base}/${place}`).filter(({ area }) => areas.includes(area));
  const unread: { timestamp: string; problem: Problem }[] = [];
  const entries = ordered.flatMap(({ file, timestamp }): StoredEntry[] => {
    const ref = `${place}/${file}`;
    const parsed = readDocument(island, `${base}/${ref}`, storedEntry, isWholeEntry);
    if (parsed && 'problem' in parsed) unread.push({ timestamp, problem: parsed.problem });
    return !parsed || 'problem' in parsed ? [] : [{ ref, timestamp, entry: parsed.value }];
  });
  return { entries, unread };
}
