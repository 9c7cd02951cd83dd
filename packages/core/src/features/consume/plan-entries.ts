import { readPackageIdentity } from '../../files/own-package.js';
import { buildEntry, type LastFull } from '../../grade/entry/build-entry.js';
import type { AnsweredSubject } from '../../grade/entry/check-scores.js';
import { entrySettles } from '../../grade/history.js';
import { isRejecting, type NodeEntry } from '../../grade/node-status.js';
import { formatJson } from '../../island/documents.js';
import type { Island } from '../../island/island.js';
import { type EntryPlace, placeOfEntries } from '../../island/journal/read-journal.js';
import { listEntries, listSnapshots } from '../../island/list-namespace.js';
import { formatEntryName, formatTimestamp, nextTimestamp, parseEntryName } from '../../island/logic/names.js';
import { FILE_NAMES } from '../../island/logic/paths.js';
import { readNodeEntries } from '../../island/read-namespace.js';
import { fatal } from '../../problems/error-codes.js';
import type { Problem } from '../../problems/problem.js';
import { bookOf, sayVersions, versionsOfRun } from '../../spec/books/registered.js';
import { type GradingEntry, gradingEntry } from '../../spec/entry.js';
import { sha256 } from '../../spec/hash.js';
import type { ScoresFile } from '../../spec/scores.js';
import type { AskedSubject, ConsumeRecord, StateFile } from '../../spec/state.js';
import type { AreaId } from '../../spec/vocabulary.js';
import { referencesOf } from '../../target/logic/provider-lists.js';
import { areasOfNode } from '../../target/logic/subjects.js';
import { readProviderLists } from '../../target/provider-lists.js';

/** A subject that gets no entry, and the reason. */
export interface NoGrade {
  readonly area: AreaId;
  readonly subject: string;
  readonly reason: string;
}

export interface PlannedEntries {
  /** Paths relative to the folder of the index. */
  readonly entries: readonly { readonly path: string; readonly text: string }[];
  readonly noGrade: readonly NoGrade[];
  readonly warnings: readonly Problem[];
}

/**
 * Before a hand-in writes its first file, fixes the names of all files it will write, so that after a crash the same
 * command finds the same names (design/file-formats).
 */
export function planRecord({
  island,
  folder,
  state,
  answered,
  bytes,
  now,
}: {
  island: Island;
  folder: string;
  state: StateFile;
  answered: readonly AnsweredSubject[];
  bytes: string | Uint8Array;
  now: Date;
}): ConsumeRecord {
  return {
    scoresSha256: sha256(bytes),
    scoresPath: `${FILE_NAMES.scores}/${planScoresName({ island, folder, state, bytes, now })}`,
    timestamp: now.toISOString(),
    entries: answered.map(({ asked }) => planEntryPath(island, folder, asked, now)),
  };
}

/** Builds every entry of a hand-in, each under the name fixed in the record of the hand-in. */
export function planEntries({
  island,
  folder,
  state,
  scores,
  answered,
  record,
  groupId,
}: {
  island: Island;
  folder: string;
  state: StateFile;
  scores: ScoresFile;
  answered: readonly AnsweredSubject[];
  record: ConsumeRecord;
  groupId: string;
}): PlannedEntries {
  const script = readPackageIdentity();
  const rules = bookOf(versionsOfRun(state));
  if (!rules) {
    const found = sayVersions(versionsOfRun(state));
    throw fatal('SCR-032', { file: `${folder}/${FILE_NAMES.state}` }, { taskId: state.taskId, found });
  }
  const place = state.gradingMode === 'partial' ? placeOfEntries(island, folder) : null;
  const entries: { path: string; text: string }[] = [];
  const noGrade: NoGrade[] = [];
  const warnings: Problem[] = [];
  for (const [at, one] of answered.entries()) {
    const path = record.entries[at];
    const timestamp = path && parseEntryName(path.slice(path.lastIndexOf('/') + 1))?.timestamp;
    if (!timestamp)
      throw fatal('SCR-019', { file: `${folder}/${FILE_NAMES.state}` }, { taskId: state.taskId });
    const lastFull = place && readLastFull(place, one.asked, path);
    const built = buildEntry({
      ...{ answered: one, scores, state, timestamp, lastFull, groupId, script },
      rules,
    });
    if ('noGrade' in built) {
      noGrade.push({ area: one.asked.area, subject: one.asked.subject, reason: built.noGrade });
    } else {
      entries.push({ path, text: formatEntry(built.entry) });
      warnings.push(...built.warnings);
    }
  }
  return { entries, noGrade, warnings };
}

/**
 * Formats an entry, after checking it: readers would skip an invalid entry, and the output reports `schema-valid=✓` for
 * every entry.
 */
function formatEntry(entry: GradingEntry): string {
  const checked = gradingEntry.safeParse(entry);
  if (!checked.success) throw new Error(`${entry.gradingId} is no valid entry: ${checked.error.message}`);
  return formatJson(entry);
}

/** The name of the evidence; if a hand-in was interrupted right after its evidence was stored, that name is reused. */
function planScoresName({
  island,
  folder,
  state,
  bytes,
  now,
}: {
  island: Island;
  folder: string;
  state: StateFile;
  bytes: string | Uint8Array;
  now: Date;
}): string {
  const prefix = `${state.taskId}--`;
  const place = `${folder}/${FILE_NAMES.scores}`;
  const kept = island.listFiles(place).filter((file) => file.startsWith(prefix));
  const same = kept.find((file) => island.readBytes(`${place}/${file}`)?.equals(Buffer.from(bytes)));
  if (same !== undefined) return same;
  const times = kept.map((file) => file.slice(prefix.length, -'.json'.length));
  return `${prefix}${nextTimestamp(now, times)}.json`;
}

function planEntryPath(island: Island, folder: string, asked: AskedSubject, now: Date): string {
  const place = [asked.folder, FILE_NAMES.gradings].filter(Boolean).join('/');
  const times = listEntries(island, `${folder}/${place}`).map(({ timestamp }) => timestamp);
  const timestamp = nextTimestamp(now, [...times, ...listTimesAhead(island, folder, asked, now)]);
  return `${place}/${formatEntryName({ area: asked.area, persona: asked.persona, timestamp })}`;
}

/**
 * Timestamps of shared lists that are later than `now`: an entry made with these lists must not be earlier than they
 * are, or it would count as one made with the previous lists (decision 0075).
 */
function listTimesAhead(island: Island, folder: string, { lists }: AskedSubject, now: Date): string[] {
  if (!lists) return [];
  const place = `${folder}/_lists`;
  return island
    .listFolders(place)
    .flatMap((name) => listSnapshots(island, `${place}/${name}`, name))
    .map(({ timestamp }) => timestamp)
    .filter((timestamp) => timestamp > formatTimestamp(now));
}

/**
 * The grade of the newest full entry if that entry is about the current content, or a veto that a partial entry has
 * raised since then; the entry of this hand-in does not count.
 */
function readLastFull(place: EntryPlace, asked: AskedSubject, planned: string): LastFull | null {
  const { entries } = readNodeEntries(place, asked.folder, areasOfNode(asked.area), entrySettles);
  const others = entries.filter(({ ref }) => ref !== planned);
  const rejecting = others.findLast(isRejecting);
  if (rejecting) return { aggregateGrade: 'REJECTED', categoricalVeto: rejecting.veto };
  const full = others.findLast(({ mode }) => mode === 'full');
  if (!full || isAboutOtherLists(place, asked, full)) return null;
  return full.hash === asked.schemaHash ? { aggregateGrade: full.grade, categoricalVeto: full.veto } : null;
}

function isAboutOtherLists(
  { island, base }: EntryPlace,
  { lists }: AskedSubject,
  { timestamp }: Pick<NodeEntry, 'timestamp'>,
): boolean {
  if (!lists) return false;
  const provider = readProviderLists(island, base.slice(base.indexOf('/') + 1));
  return provider.changedSince(referencesOf(lists), timestamp) !== null;
}
