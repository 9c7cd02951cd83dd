import { parseEntryName, sortByTime } from '../engine/names.js';
import { readDocument } from '../island/documents.js';
import type { Island } from '../island/island.js';
import { FILE_NAMES } from '../island/paths.js';
import type { StoredEntry } from '../island/read-namespace.js';
import { storedEntry } from '../model/entry.js';
import type { Problem } from '../model/problem.js';
import type { AreaId } from '../model/vocabulary.js';
import { isWholeEntry } from '../model/whole-entry.js';

/** What lies in the folder of a node. */
export interface AllEntries {
  /** Oldest first. */
  readonly entries: readonly StoredEntry[];
  /** Why files could not be read, with the time in their names. */
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
  const names = island.listFiles(`${base}/${place}`).map(parseEntryName);
  const ordered = sortByTime(names.filter((name) => name !== null)).filter((name) =>
    areas.includes(name.area),
  );
  const unread: { timestamp: string; problem: Problem }[] = [];
  const entries = ordered.flatMap(({ file, timestamp }): StoredEntry[] => {
    const ref = `${place}/${file}`;
    const parsed = readDocument(island, `${base}/${ref}`, storedEntry, isWholeEntry);
    if (parsed && 'problem' in parsed) unread.push({ timestamp, problem: parsed.problem });
    return !parsed || 'problem' in parsed ? [] : [{ ref, timestamp, entry: parsed.value }];
  });
  return { entries, unread };
}
