import { type EntryName, latestToCount, parseEntryName } from '../../target/logic/names.js';
import type { Island } from '../island.js';
import { linesOf } from '../logic/scan-journal.js';
import { readJournalBytes } from './read-journal.js';

/** Entries of a target, and what its journal says of them. */
export interface EntryPlace {
  readonly island: Island;
  /** Folder of the target, relative to the island. */
  readonly base: string;
  /** sha256 of each entry that the journal has taken in, by its folder below `base` and its file name. */
  readonly recorded: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

/** @param journal its bytes, where they were read already */
export function placeOfEntries(
  island: Island,
  base: string,
  journal: Uint8Array | null = readJournalBytes(island, base),
): EntryPlace {
  const recorded = new Map<string, Map<string, string>>();
  for (const line of journal ? linesOf(journal, ['entry', 'adopted']) : []) {
    if (line.kind === 'adopted' && line.fact !== 'entry') continue;
    const cut = line.path.lastIndexOf('/');
    const files = recorded.get(line.path.slice(0, cut)) ?? new Map<string, string>();
    const file = line.path.slice(cut + 1);
    // An entry is written once: what was taken in first counts.
    if (!files.has(file)) files.set(file, line.sha256);
    recorded.set(line.path.slice(0, cut), files);
  }
  return { island, base, recorded };
}

/** Entries that the journal has taken in for a folder, and that count by now. */
export function recordedNames({ island, recorded }: EntryPlace, folder: string): EntryName[] {
  const latest = latestToCount(island.now());
  const names = [...(recorded.get(folder)?.keys() ?? [])].map(parseEntryName);
  return names.filter((name) => name !== null).filter(({ timestamp }) => timestamp <= latest);
}
