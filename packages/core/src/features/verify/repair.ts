import { formatJson, readNamespaceIndex, readSelectionIndex } from '../../island/documents.js';
import type { Island } from '../../island/island.js';
import { recordFacts } from '../../island/journal/record-facts.js';
import { nextTimestamp } from '../../island/logic/names.js';
import { FILE_NAMES } from '../../island/logic/paths.js';
import { inspect } from '../../island/read-plain.js';
import { GradingError } from '../../problems/problem.js';
import type { LockSnapshot } from '../../spec/index-file.js';
import type { Target } from '../../target/logic/target.js';
import { rebuildTarget } from '../../target/rebuild/rebuild.js';
import { frozenIn, frozenInCopy } from './lock-snapshot.js';
import type { Repair, RepairedPart } from './logic/result.js';

/** The folder for files that the repair of one target removes: a new `.trash/<timestamp>`. */
export function openTrash(island: Island, now: Date): string {
  const taken = island.kind('.trash') === 'folder' ? island.listFolders('.trash') : [];
  return `.trash/${nextTimestamp(now, taken)}`;
}

/** Moves strays aside; nothing is deleted. What is gone by now, such as the reading of two equal snapshots, is passed over. */
export function moveStrays(island: Island, repairs: readonly Repair[], trash: string): RepairedPart[] {
  return repairs.flatMap((repair): RepairedPart[] => {
    if (repair.kind !== 'move' || !inspect(island.absolute(repair.file))) return [];
    const to = `${trash}/${repair.file}`;
    moveAside(island, repair.file, to);
    return [{ kind: 'moved', file: repair.file, to }];
  });
}

/** Moves a file to another place. A hard link is broken: the file at the new place gets its own copy of the bytes. */
function moveAside(island: Island, file: string, to: string): void {
  const path = island.absolute(file);
  const seen = inspect(path);
  if (seen?.kind !== 'file' || seen.links < 2) {
    island.moveFolder(file, to);
    return;
  }
  island.create(to, island.readBytes(file) ?? '');
  island.discardFolder(file);
}

/** A target whose facts are undamaged, so that files can be derived from them. */
export interface Sound {
  readonly island: Island;
  readonly target: Target;
  /** Relative to the island. */
  readonly folder: string;
  /** Folder for content that is replaced, relative to the island. */
  readonly trash: string;
  readonly now: Date;
}

/** Writes a file of a target again because of a finding. */
export type Mend = (sound: Sound, found: readonly Repair[]) => RepairedPart;

/** Completes the journal of an interrupted command. */
export const completeJournal: Mend = ({ island, folder, now }, found) => {
  // Files of an interrupted hand-in are left out: the hand-in records them when it is repeated.
  const paths = new Set(found.flatMap((repair) => (repair.kind === 'journal' ? (repair.path ?? []) : [])));
  recordFacts(island, folder, { own: [], only: ({ path }) => paths.has(path), now });
  return { kind: 'mended', file: `${folder}/${FILE_NAMES.audit}` };
};

/** An unreadable index is discarded, because nothing can be used from it. The frozen part then comes from the copy. */
export const rewriteIndex: Mend = (sound) => {
  const { island, target, now } = sound;
  const file = keepCopy(sound, FILE_NAMES.index);
  const index = readOwnIndex(sound);
  if (index === 'damaged') island.discardFolder(file);
  const frozen = index === 'damaged' ? undefined : frozenToTake(sound, index?.lockSnapshot);
  rebuildTarget({ island, target, now, reuse: false, ...(frozen && { lockSnapshot: frozen }) });
  return { kind: 'derived', file };
};

/** The copy's frozen part if it is valid and the one in the index is not; otherwise undefined. */
function frozenToTake(sound: Sound, own: LockSnapshot | undefined): LockSnapshot | undefined {
  const known = frozenIn(sound, own);
  if (known === null || 'value' in known) return undefined;
  const { island, folder } = sound;
  const whole = frozenInCopy(sound, island.readText(`${folder}/${FILE_NAMES.lockSnapshot}`));
  return whole && 'value' in whole ? whole.value : undefined;
}

/** Rewrites the copy of the frozen part from the index. */
export const rewriteLockSnapshot: Mend = (sound) => {
  const index = readOwnIndex(sound);
  const own = index === 'damaged' ? undefined : index?.lockSnapshot;
  if (!own) throw new Error(`the index of ${sound.folder} was said to hold a lock snapshot`);
  const file = keepCopy(sound, FILE_NAMES.lockSnapshot);
  sound.island.replace(file, formatJson(own));
  return { kind: 'derived', file };
};

function readOwnIndex({ island, target, folder }: Sound) {
  try {
    return target.flow === 'provider'
      ? readNamespaceIndex(island, folder)
      : readSelectionIndex(island, folder);
  } catch (error) {
    if (!(error instanceof GradingError) || error.problem.code !== 'IDX-011') throw error;
    return 'damaged';
  }
}

/** Keeps a copy of a file that is about to be rewritten: its content may show who changed it. */
function keepCopy({ island, folder, trash }: Sound, name: string): string {
  const file = `${folder}/${name}`;
  const bytes = island.readBytes(file);
  if (bytes) island.create(`${trash}/${file}`, bytes);
  return file;
}
