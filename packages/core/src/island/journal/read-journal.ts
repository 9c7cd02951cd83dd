import { fatal } from '../../problems/error-codes.js';
import type { VetoMark } from '../../spec/index-file.js';
import type { AreaId } from '../../spec/vocabulary.js';
import type { Island } from '../island.js';
import type { AuditJournal, FactKind } from '../logic/audit.js';
import { factKindOf, isSetAside } from '../logic/facts.js';
import { type EntryName, latestToCount, parseEntryName, timestampOfIso } from '../logic/names.js';
import { lastLineOf, linesOf, parseJournal } from '../logic/parse-journal.js';
import { FILE_NAMES } from '../logic/paths.js';

/** A fact stored on disk. */
export interface FactFile {
  /** Relative to the target's folder. */
  readonly path: string;
  readonly fact: FactKind;
}

/**
 * Reads the journal of a target; empty if there is none yet.
 *
 * @param folder `providers/<namespace>` or `selections/<id>`
 */
export function readJournal(island: Island, folder: string): AuditJournal {
  return parseJournal(readJournalBytes(island, folder) ?? new Uint8Array());
}

/** The unparsed journal, for readers that need only some of its lines; null if there is none. */
export function readJournalBytes(island: Island, folder: string): Uint8Array | null {
  return island.readBytes(`${folder}/${FILE_NAMES.audit}`);
}

/** Yields the facts of a target in order, recognised by name alone; ignores links and names that match no grammar. */
export function* walkFacts(island: Island, folder: string, below = ''): Generator<FactFile> {
  for (const { name, kind } of island.list(below === '' ? folder : `${folder}/${below}`)) {
    const path = below === '' ? name : `${below}/${name}`;
    if (kind === 'folder' && path !== FILE_NAMES.evaluations) yield* walkFacts(island, folder, path);
    const fact = kind === 'file' ? factKindOf(path) : null;
    if (fact) yield { path, fact };
  }
}

/**
 * Refuses a target whose state only a wrong clock can explain (decision 0083): either all of its names, or some names
 * and the last line of its journal, are dated more than a day in the future. If the target were derived now, those
 * facts would be missing.
 *
 * @param folder `providers/<namespace>` or `selections/<id>`
 * @param journal its bytes, if they were already read
 * @throws GradingError ISL-008
 */
export function refuseWrongClock(
  island: Island,
  folder: string,
  journal: Uint8Array | null = readJournalBytes(island, folder),
): void {
  const now = island.now();
  const at = lastLineOf(journal ?? new Uint8Array())?.at;
  const isJournalAhead = at !== undefined && timestampOfIso(at) > latestToCount(now);
  let isEmptied = false;
  for (const path of namedFacts(island, folder)) {
    isEmptied = isSetAside(path, now);
    // Stop at the first name that settles the question: one dated too far ahead if the journal is as well, otherwise
    // one that is not.
    if (isEmptied === isJournalAhead) break;
  }
  if (!isEmptied) return;
  const reason = isJournalAhead
    ? `${folder} was worked on at ${at}, and contains names dated more than a day ahead of the clock`
    : `every name in ${folder} is dated more than a day ahead of it`;
  throw fatal('ISL-008', { file: folder }, { clock: now.toISOString(), reason });
}

/** Yields the files with a time in their names, one at a time: usually the first one is enough. */
function* namedFacts(island: Island, folder: string): Generator<string> {
  for (const { path, fact } of walkFacts(island, folder)) {
    if (fact === 'snapshot' || fact === 'entry') yield path;
  }
}

/** Entries of a target, and what its journal says about them. */
export interface EntryPlace {
  readonly island: Island;
  /** Folder of the target, relative to the island. */
  readonly base: string;
  /** sha256 of each entry that the journal has recorded, by its folder below `base` and its file name. */
  readonly recorded: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

/** @param journal its bytes, if they were already read */
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
    // An entry is written only once, so its first line counts.
    if (!files.has(file)) files.set(file, line.sha256);
    recorded.set(line.path.slice(0, cut), files);
  }
  return { island, base, recorded };
}

/** Entries that the journal has recorded for a folder and that already count. */
export function recordedNames({ island, recorded }: EntryPlace, folder: string): EntryName[] {
  const latest = latestToCount(island.now());
  const names = [...(recorded.get(folder)?.keys() ?? [])].map(parseEntryName);
  return names.filter((name) => name !== null).filter(({ timestamp }) => timestamp <= latest);
}

/** A veto recorded in the journal of a target, whether its entry still exists or not. */
export interface JournalledVeto extends VetoMark {
  /** Folder of the graded subject, relative to the target's folder; empty for the target as a whole. */
  readonly folder: string;
  readonly area: AreaId;
}

/** Every recorded veto of a target that already counts, in order. */
export function journalledVetoes(journal: Uint8Array | null, now: Date): JournalledVeto[] {
  const lines = journal ? linesOf(journal, ['veto']) : [];
  const latest = latestToCount(now);
  return lines.flatMap(({ path, gradingId, node }) => {
    const name = parseEntryName(path.slice(path.lastIndexOf('/') + 1));
    if (!name || name.timestamp > latest) return [];
    return { gradingId, at: name.timestamp, folder: node === '.' ? '' : node, area: name.area };
  });
}
