import { inspect } from '../../island/inspect.js';
import type { Island } from '../../island/island.js';
import { lockName } from '../../island/lock.js';
import { isNamespaceName, isSelectionName, SHARED_LISTS } from '../../island/logic/paths.js';
import { problem } from '../../problems/error-codes.js';
import { hashValue } from '../../spec/hash.js';
import { isSafeName, parseSnapshotName } from '../../target/logic/names.js';
import { checkItems, isInProgress } from './check-items.js';
import { checkLock } from './check-lock.js';
import { temporaryOf } from './logic/layout.js';
import { orReason } from './or-reason.js';
import { parseText } from './parse-text.js';
import { readFile } from './read-file.js';
import { Tally } from './tally.js';
import type { VerifyOptions } from './target-view.js';
import { type VisitedItem, walk } from './walk.js';

/** Longest time for writing a file beside a lock. */
const RECENT_MS = 60_000;

/** Folders at the root, with a check for the names in them; null: their content is not checked here. */
const ROOT_FOLDERS: Readonly<Record<string, ((name: string) => boolean) | null>> = {
  providers: isNamespaceName,
  selections: isSelectionName,
  [SHARED_LISTS]: isSafeName,
  _exports: null,
  '.lock': null,
  '.trash': null,
};

/**
 * Checks the parts of an island outside its targets: the root, the folders above the targets, shared lists, unfinished
 * exports, locks.
 *
 * @param targets with folders and locks that are checked separately
 */
export function checkSurroundings(
  island: Island,
  targets: readonly string[],
  { strict }: VerifyOptions,
  nowMs: number,
): Tally {
  const tally = new Tally(strict);
  const enter = (path: string) => {
    const [top = '', name, ...more] = path.split('/');
    return name === undefined ? Boolean(ROOT_FOLDERS[top]) : top === SHARED_LISTS && more.length === 0;
  };
  for (const visit of walk(island, '', { enter })) {
    const known = checkItems(visit, { folder: visit.path, tally, nowMs, target: '--all', isKnown });
    for (const item of known) if (item.seen.kind === 'file') checkFile(island, item, tally);
  }
  checkExports(island, tally, nowMs);
  checkLocks(island, targets, tally, nowMs);
  return tally;
}

function isKnown({ path, seen }: VisitedItem): boolean {
  const [top = '', name, file, ...more] = path.split('/');
  if (name === undefined)
    return seen.kind === 'folder' ? Object.hasOwn(ROOT_FOLDERS, top) : top === '.gitignore';
  if (file === undefined) return seen.kind === 'folder' && (ROOT_FOLDERS[top]?.(name) ?? false);
  const snapshot = parseSnapshotName(file);
  return (
    more.length === 0 && seen.kind === 'file' && snapshot?.name === name && snapshot.extension === 'json'
  );
}

/** Shared lists are the only facts that belong to no target. */
function checkFile(island: Island, { name, path }: VisitedItem, tally: Tally): void {
  const snapshot = parseSnapshotName(name);
  if (!snapshot) return;
  tally.check('snapshots');
  const text = readFile(island, path, tally)?.toString('utf8');
  if (text === undefined) return;
  const found = orReason(() => {
    const parsed = parseText(text, null);
    return 'reason' in parsed ? parsed : hashValue(parsed.value);
  });
  if (typeof found !== 'string') tally.add('snapshots', problem('VFY-011', { file: path }, found));
  else if (found !== snapshot.hash)
    tally.add('snapshots', problem('VFY-010', { file: path }, { found, expected: snapshot.hash }));
}

/** An export belongs to its owner; leftovers of an interrupted export belong to nobody. */
function checkExports(island: Island, tally: Tally, nowMs: number): void {
  for (const { name } of island.kind('_exports') === 'folder' ? island.list('_exports') : []) {
    tally.check('strays');
    const file = `_exports/${name}`;
    const seen = temporaryOf(name) && inspect(island.absolute(file));
    if (!seen || isInProgress({ name, seen }, nowMs)) continue;
    tally.add('strays', problem('VFY-004', { file }, { target: '--all' }), { kind: 'move', file });
  }
}

function checkLocks(island: Island, targets: readonly string[], tally: Tally, nowMs: number): void {
  const own = new Set(targets.map(lockName));
  for (const { name, kind } of island.kind('.lock') === 'folder' ? island.list('.lock') : []) {
    const file = `.lock/${name}`;
    const lock = name.replace(/\.(?:lock|json)$/, '');
    if (kind === 'folder' && name.endsWith('.lock')) {
      if (!own.has(lock))
        checkLock(island, { name: lock, target: '--all', tally, nowMs, repair: { kind: 'move', file } });
    } else if (kind === 'other' || !name.endsWith('.json')) {
      tally.check('strays');
      // At every command, a process records itself beside the lock.
      const seen = inspect(island.absolute(file));
      if (temporaryOf(name) && seen && nowMs - seen.changedMs < RECENT_MS) continue;
      const code = temporaryOf(name) ? 'VFY-004' : 'VFY-003';
      const found = problem(code, { file }, { what: kind, target: '--all' });
      tally.add('strays', found, { kind: 'move', file });
    }
  }
}
