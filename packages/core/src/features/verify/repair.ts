import { formatJson, readNamespaceIndex, readSelectionIndex } from '../../island/documents.js';
import { inspect } from '../../island/inspect.js';
import type { Island } from '../../island/island.js';
import { recordFacts } from '../../island/journal/record-facts.js';
import { isSetAside } from '../../island/logic/fact-kind.js';
import { FILE_NAMES } from '../../island/logic/paths.js';
import { describeProblem, problem } from '../../problems/error-codes.js';
import { GradingError, type Problem } from '../../problems/problem.js';
import type { LockSnapshot } from '../../spec/index-file.js';
import { nextTimestamp } from '../../target/logic/names.js';
import type { Target } from '../../target/logic/target.js';
import { rebuildTarget } from '../../target/rebuild/rebuild.js';
import { frozenIn, frozenInCopy } from './check-lock-snapshot.js';
import type { RepairedPart, VerifyStep } from './logic/verify.js';
import type { Repair, Tally } from './tally.js';
import { viewTarget } from './target-view.js';

/** Steps in which damage affects the files that an index is derived from. */
const FACT_STEPS: readonly VerifyStep[] = [
  'links',
  'snapshots',
  'entries',
  'grades',
  'references',
  'facts',
  'hand-ins',
  'journal',
  'vetoes',
];

/** The folder for files removed by the repair of one target: a new `.trash/<timestamp>`. */
export function openTrash(island: Island, now: Date): string {
  const taken = island.kind('.trash') === 'folder' ? island.listFolders('.trash') : [];
  return `.trash/${nextTimestamp(now, taken)}`;
}

/** Moves strays aside; nothing is deleted. */
export function moveStrays(island: Island, repairs: readonly Repair[], trash: string): RepairedPart[] {
  return repairs.flatMap((repair): RepairedPart[] => {
    if (repair.kind !== 'move') return [];
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

/**
 * Completes the journal of an interrupted command, and writes derived files again, from undamaged facts. Replaced
 * content is kept.
 *
 * @returns what was written, and VFY-130 for what was not
 */
export function repairDerived(
  { island, target, folder, tally }: { island: Island; target: Target; folder: string; tally: Tally },
  { trash, now }: { trash: string; now: Date },
): { readonly repaired: RepairedPart[]; readonly refused: Problem[] } {
  const wanted = tally.repairs.filter(({ kind }) => kind !== 'move');
  const files = { index: `${folder}/${FILE_NAMES.index}`, copy: `${folder}/${FILE_NAMES.lockSnapshot}` };
  // Files that are set aside do not affect derived files.
  const counts = (file = '') => !isSetAside(file.slice(folder.length + 1), island.now());
  const [damaged] = tally
    .damageIn(FACT_STEPS)
    .filter(({ where }) => where?.file !== files.index && counts(where?.file));
  if (wanted.length === 0) return { repaired: [], refused: [] };
  if (damaged) {
    const reason = `${damaged.where?.file ?? folder} is damaged (${damaged.code})`;
    return { repaired: [], refused: [problem('VFY-130', { file: files.index }, { reason })] };
  }
  try {
    const repaired: RepairedPart[] = [];
    const unlisted = wanted.filter((repair) => repair.kind === 'journal').map(({ path }) => path);
    if (unlisted.length > 0) {
      // Files of an interrupted hand-in are left out: the hand-in records them when it is repeated.
      const only = new Set(unlisted.filter((path) => path !== null));
      recordFacts(island, folder, { own: [], only, now });
      repaired.push({ kind: 'mended', file: `${folder}/${FILE_NAMES.audit}` });
    }
    if (wanted.some(({ kind }) => kind === 'index')) {
      writeIndexAnew(island, target, { ...files, trash, now });
      repaired.push({ kind: 'derived', file: files.index });
    }
    if (wanted.some(({ kind }) => kind === 'lock snapshot')) {
      writeCopyAnew(island, target, { ...files, trash });
      repaired.push({ kind: 'derived', file: files.copy });
    }
    return { repaired, refused: [] };
  } catch (error) {
    if (!(error instanceof GradingError)) throw error;
    const reason = describeProblem(error.problem).message;
    return { repaired: [], refused: [problem('VFY-130', { file: files.index }, { reason })] };
  }
}

interface Files {
  readonly index: string;
  readonly copy: string;
  readonly trash: string;
}

/**
 * An unreadable index is moved aside, because nothing can be used from it. The frozen part then comes from the copy.
 */
function writeIndexAnew(
  island: Island,
  target: Target,
  { index, copy, trash, now }: Files & { now: Date },
): void {
  keepCopy(island, index, trash);
  const isReadable = readOwnIndex(island, target, index) !== 'damaged';
  if (!isReadable) island.discardFolder(index);
  const frozen = isReadable ? frozenToTake(island, target, copy) : undefined;
  rebuildTarget({ island, target, now, reuse: false, ...(frozen && { lockSnapshot: frozen }) });
}

/** The frozen part of the copy if that in the index names missing content. */
function frozenToTake(island: Island, target: Target, copy: string): LockSnapshot | undefined {
  const view = viewTarget(island, target, { strict: false, findKeys: null });
  const index = readOwnIndex(island, target, `${view.folder}/${FILE_NAMES.index}`);
  const own = index === null || index === 'damaged' ? null : frozenIn(view, index.lockSnapshot);
  if (own === null || 'value' in own) return undefined;
  const whole = frozenInCopy(view, island.readText(copy));
  return whole && 'value' in whole ? whole.value : undefined;
}

function writeCopyAnew(island: Island, target: Target, { index, copy, trash }: Files): void {
  const read = readOwnIndex(island, target, index);
  const own = read === null || read === 'damaged' ? undefined : read.lockSnapshot;
  if (!own) throw new Error(`${index} was said to hold a lock snapshot`);
  keepCopy(island, copy, trash);
  island.replace(copy, formatJson(own));
}

function readOwnIndex(island: Island, target: Target, index: string) {
  const folder = index.slice(0, index.lastIndexOf('/'));
  try {
    return target.flow === 'provider'
      ? readNamespaceIndex(island, folder)
      : readSelectionIndex(island, folder);
  } catch (error) {
    if (!(error instanceof GradingError) || error.problem.code !== 'IDX-003') throw error;
    return 'damaged';
  }
}

/** Keeps a file before it is written again: it may show who changed it. */
function keepCopy(island: Island, file: string, trash: string): void {
  const bytes = island.readBytes(file);
  if (bytes) island.create(`${trash}/${file}`, bytes);
}
