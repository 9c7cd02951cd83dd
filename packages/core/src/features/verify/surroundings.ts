import type { Island } from '../../island/island.js';
import { lockName, readLockState } from '../../island/lock.js';
import { parseSnapshotName, parseTrialName, type TrialName } from '../../island/logic/names.js';
import { CACHE, TRIALS } from '../../island/logic/paths.js';
import { inspect } from '../../island/read-plain.js';
import { holdsKeyForm } from '../../keys/logic/key-form-text.js';
import { problem } from '../../problems/error-codes.js';
import { findMisplaced, parseTrial } from '../../trials/logic/trial-lines.js';
import { checkItems, type Item, isInProgress } from './items.js';
import { temporaryOf } from './logic/place.js';
import { type Repair, Tally } from './logic/result.js';
import { readFile, walk } from './read-files.js';
import { matchName, readJsonValue } from './snapshots.js';
import type { VerifyOptions } from './target-view.js';

/** A temporary file beside a lock is a stray if it is older than this. */
const RECENT_MS = 60_000;

/**
 * Checks the parts of an island outside its targets: the root, the folders above the targets, shared lists, unfinished
 * exports and locks.
 *
 * @param targets the targets, whose folders and locks are checked separately
 */
export function checkSurroundings(
  island: Island,
  targets: readonly string[],
  { strict }: VerifyOptions,
  nowMs: number,
): Tally {
  const tally = new Tally(strict);
  for (const { path, place, items } of walk(island, '', { flow: 'island', id: '' })) {
    const isTrials = path === TRIALS || path.startsWith(`${TRIALS}/`);
    // The cache is not counted: verify shows the same with and without it.
    const seen = items.filter(({ path, seen: { kind } }) => path !== CACHE || kind !== 'folder');
    const known = checkItems(seen, { folder: path, target: '--all', place, tally, nowMs, isKept: isTrials });
    for (const item of known) if (item.seen.kind === 'file') checkFile(island, item, tally);
  }
  checkExports(island, tally, nowMs);
  checkLocks(island, targets, tally, nowMs);
  return tally;
}

/** Checks a trial or a shared list: the facts that belong to no target's folder. */
function checkFile(island: Island, { name, path }: Item, tally: Tally): void {
  const trial = path.startsWith(`${TRIALS}/`) ? parseTrialName(name) : null;
  if (trial) checkTrial(island, path, trial, tally);
  if (parseSnapshotName(name) === null) return;
  tally.check('snapshots');
  const text = readFile(island, path, tally)?.toString('utf8');
  if (text !== undefined) matchName(path, () => readJsonValue({ text }), tally);
}

/** Checks a trial by its own lines: an open one is not damage, and neither is a last line that was not finished. */
function checkTrial(island: Island, path: string, named: TrialName, tally: Tally): void {
  tally.check('facts');
  const text = readFile(island, path, tally)?.toString('utf8');
  if (text === undefined) return;
  const found = parseTrial(text);
  if ('reason' in found) {
    tally.add('facts', problem('VFY-134', { file: path, line: found.line }, { reason: found.reason }));
    return;
  }
  const { header, attempts, isWhole } = found.trial;
  const folder = path.slice(TRIALS.length + 1, path.lastIndexOf('/'));
  const target = folder.startsWith('servers/') ? null : folder;
  const reason = findMisplaced(header, named, target);
  if (reason !== null) {
    tally.add('facts', problem('VFY-134', { file: path }, { reason }));
  } else if (!isWhole) {
    const torn = text === found.whole ? '' : ', and the last line is not finished';
    tally.add('facts', problem('VFY-135', { file: path }, { attempts: attempts.length, torn }));
  }
  if (holdsKeyForm(text)) tally.add('secrets', problem('VFY-120', { file: path }));
}

/** Reports what interrupted exports left behind. A finished export belongs to its owner and is not checked. */
function checkExports(island: Island, tally: Tally, nowMs: number): void {
  for (const { name } of island.kind('_exports') === 'folder' ? island.list('_exports') : []) {
    tally.check('strays');
    const file = `_exports/${name}`;
    const seen = temporaryOf(name) && inspect(island.absolute(file));
    if (!seen || isInProgress({ name, seen }, nowMs)) continue;
    tally.add('strays', problem('VFY-004', { file }, { target: '--all' }), { kind: 'move', file });
  }
}

/** Reports an abandoned lock: VFY-110. */
export function checkLock(
  island: Island,
  {
    name,
    target,
    tally,
    nowMs,
    repair,
  }: { name: string; target: string; tally: Tally; nowMs: number; repair?: Repair },
): void {
  tally.check('locks');
  const { state, folder, who } = readLockState(island, name, nowMs);
  if (state === 'left') tally.add('locks', problem('VFY-110', { file: folder }, { who, target }), repair);
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
      // The process that runs a command records itself in a file beside the lock, and may be writing it right now.
      const seen = inspect(island.absolute(file));
      if (temporaryOf(name) && seen && nowMs - seen.changedMs < RECENT_MS) continue;
      const code = temporaryOf(name) ? 'VFY-004' : 'VFY-003';
      const found = problem(code, { file }, { what: kind === 'other' ? 'item' : kind, target: '--all' });
      tally.add('strays', found, { kind: 'move', file });
    }
  }
}
