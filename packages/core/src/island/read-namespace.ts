import { isRegraded } from '../grade/history.js';
import type { NodeEntry } from '../grade/node-status.js';
import { isWholeEntry } from '../grade/whole-entry.js';
import { problem } from '../problems/error-codes.js';
import type { Problem } from '../problems/problem.js';
import { type GradingEntry, storedEntry } from '../spec/entry.js';
import { type SchemaFacts, schemaFacts } from '../spec/facts.js';
import { sha256 } from '../spec/hash.js';
import { type MemberList, memberList } from '../spec/members.js';
import type { AreaId } from '../spec/vocabulary.js';
import { parseDocument, readDocument, readTrusted } from './documents.js';
import type { Island } from './island.js';
import { type EntryPlace, recordedNames } from './journal/read-journal.js';
import { listEntries, listSnapshots } from './list-namespace.js';
import { formatSnapshotName, sortByTime } from './logic/names.js';
import { FILE_NAMES, factsFile, namespaceFolder } from './logic/paths.js';

/** The newest member list; null before the first import (decision D20). */
export function readMembers(island: Island, namespace: string): MemberList | null {
  const folder = namespaceFolder(namespace);
  const newest = listSnapshots(island, folder, 'members').at(-1);
  return newest ? readTrusted(island, `${folder}/${formatSnapshotName(newest)}`, memberList) : null;
}

/** Pretest facts as stored; the caller decides whether they still apply. */
export function readFacts(
  island: Island,
  namespace: string,
  schema: string,
): { facts: SchemaFacts | null; problems: Problem[] } {
  const parsed = readDocument(island, factsFile(namespace, schema), schemaFacts);
  if (!parsed) return { facts: null, problems: [] };
  return 'problem' in parsed
    ? { facts: null, problems: [parsed.problem] }
    : { facts: parsed.value, problems: [] };
}

/** An entry as stored. */
export interface StoredEntry {
  /** Relative to the folder of the index. */
  readonly ref: string;
  /** From the file's name. */
  readonly timestamp: string;
  readonly entry: GradingEntry;
}

/** The entries read for a node. */
interface EntriesOf<T> {
  /**
   * Oldest first. The entries that are older than the newest one that settles the node are left out, because they have
   * no effect; those of the same second are included.
   */
  readonly entries: readonly T[];
  readonly problems: readonly Problem[];
}

/**
 * Reads a node's entries from the newest back to the newest one that settles it, plus any other entries of the same
 * second.
 *
 * @param nodeFolder folder of the graded subject, relative to the target's folder
 * @param areas the node's areas: a selection's skill has one for each of the three levels, any other node has one
 * @param settles returns whether entries older than the given one have no effect
 */
export function readStoredEntries(
  place: EntryPlace,
  nodeFolder: string,
  areas: readonly AreaId[],
  settles: (entry: GradingEntry) => boolean,
): EntriesOf<StoredEntry> {
  const entries: StoredEntry[] = [];
  const problems: Problem[] = [];
  let settled = '';
  for (const { ref, timestamp } of listNodeEntries(place, nodeFolder, areas).reverse()) {
    // The settling entry does not lift a veto of the same second: two personas may be graded at the same time, in
    // either order.
    if (timestamp < settled) break;
    const read = readEntry(place, ref);
    if ('problem' in read) {
      problems.push(read.problem);
      continue;
    }
    entries.unshift({ ref, timestamp, entry: read.value });
    if (settles(read.value)) settled = timestamp;
  }
  return { entries, problems };
}

/** Entries of a node, oldest first: those in its folder, and those that the journal recorded but that are gone. */
export function listNodeEntries(
  place: EntryPlace,
  nodeFolder: string,
  areas: readonly AreaId[],
): { readonly ref: string; readonly timestamp: string }[] {
  const folder = [nodeFolder, FILE_NAMES.gradings].filter(Boolean).join('/');
  const there = listEntries(place.island, `${place.base}/${folder}`);
  const known = new Set(there.map(({ file }) => file));
  const gone = recordedNames(place, folder).filter(({ file }) => !known.has(file));
  return sortByTime([...there, ...gone])
    .filter(({ area }) => areas.includes(area))
    .map(({ file, timestamp }) => ({ ref: `${folder}/${file}`, timestamp }));
}

/**
 * Reads an entry and compares it with the journal.
 *
 * @returns IDX-010 if it is gone or has other bytes than the journal recorded, IDX-004 if it cannot be used
 */
export function readEntry(
  { island, base, recorded }: EntryPlace,
  ref: string,
): { readonly value: GradingEntry } | { readonly problem: Problem } {
  const file = `${base}/${ref}`;
  const cut = ref.lastIndexOf('/');
  const expected = recorded.get(ref.slice(0, cut))?.get(ref.slice(cut + 1));
  const bytes = island.readBytes(file);
  const state = bytes ? 'has different content' : 'is missing';
  if (!bytes || (expected !== undefined && sha256(bytes) !== expected)) {
    return { problem: problem('IDX-010', { file }, { state, target: base }) };
  }
  return parseDocument(bytes.toString('utf8'), file, storedEntry, isWholeEntry);
}

/** Reads the same entries as `readStoredEntries`, in the form that the status of a node needs. */
export function readNodeEntries(...place: Parameters<typeof readStoredEntries>): EntriesOf<NodeEntry> {
  const { entries, problems } = readStoredEntries(...place);
  return { entries: entries.map(nodeEntry), problems };
}

/** An entry in the form that the status of its node needs. */
export function nodeEntry({ ref, timestamp, entry }: StoredEntry): NodeEntry {
  return {
    gradingId: entry.gradingId,
    area: entry.area,
    timestamp,
    mode: entry.gradingMode,
    grade: entry.aggregateGrade,
    hash: entry.schemaHash,
    tier: entry.gradingTier,
    persona: entry.persona ?? null,
    answers: entry.gradings,
    veto: entry.categoricalVeto,
    scoringSystem: entry.scoringSystem,
    gradingSystem: entry.gradingSystem,
    isRegraded: isRegraded(entry),
    ref,
  };
}

/** Looks up the entries of a node that were already read, so that no file is read and checked twice. */
export type EntriesSeen = (folder: string, areas: readonly AreaId[]) => ReturnType<typeof readNodeEntries>;
