import { setTimeout as sleep } from 'node:timers/promises';
import { fatal } from '../problems/error-codes.js';
import { codeOf } from '../values/system-error.js';
import type { Island } from './island.js';
import { refuseWrongClock } from './journal/read-journal.js';
import { describeOwner, type LockOwner, ownOwner, readOwner, staleAfter } from './lock-owner.js';
import { inspect } from './read-plain.js';
import { refuseOtherRules } from './take-rules.js';

const RETRY_MS = 250;
/** How often a live holder gives a sign of life, unless it is busy. */
const UPDATE_MS = 2_000;

/** A lock that is held until it is released or the process ends. */
export interface HeldLock {
  /** @throws GradingError ISL-005 if another process may have taken the lock */
  refuseIfLost(): void;
  release(): void;
}

interface LockRequest {
  readonly island: Island;
  /** `providers/<namespace>` or `selections/<id>`. */
  readonly target: string;
  /** Default: the lock of the target; a lock on a part of it has a name of its own. */
  readonly name?: string;
  /** For messages to those who wait. */
  readonly command: string;
  readonly timeoutMs?: number;
}

/**
 * Runs an operation while no other process works on the same target. If one does, waits for it up to the time limit.
 *
 * @throws GradingError as `takeLock`, and ISL-005 if the lock was lost in between
 */
export async function withLock<T>(request: LockRequest, operation: () => Promise<T> | T): Promise<T> {
  const lock = await takeLock(request);
  try {
    const result = await operation();
    lock.refuseIfLost();
    return result;
  } finally {
    lock.release();
  }
}

/**
 * Takes a lock. If another process holds it, waits up to the time limit.
 *
 * @throws GradingError ISL-002 naming the holder, if it does not release the lock in time; ISL-008 if the clock must be
 *   wrong; RUL-005 if the rules of the island have been changed since it was opened
 */
export async function takeLock({
  island,
  target,
  name = lockName(target),
  command,
  timeoutMs = island.lockTimeoutMs,
}: LockRequest): Promise<HeldLock> {
  refuseWrongClock(island, target);
  const ownerFile = `.lock/${name}.json`;
  island.makeFolder('.lock');
  let compromised: Error | null = null;
  const free = await acquire({ island, target, name, ownerFile, timeoutMs }, (error) => {
    compromised = error;
  });
  const releaseOnExit = () => {
    if (!compromised) island.discardFolder(`.lock/${name}.lock`);
  };
  atExit(releaseOnExit);
  const owner = ownOwner(command);
  const release = () => {
    held.delete(releaseOnExit);
    letGo({ island, ownerFile, owner }, compromised ? null : free);
  };
  try {
    island.replace(ownerFile, formatOwner(owner), 'quick');
    refuseOtherRules(island);
  } catch (error) {
    release();
    throw error;
  }
  return {
    refuseIfLost: () => {
      if (compromised) throw fatal('ISL-005', { file: ownerFile }, { target });
    },
    release,
  };
}

/** Releases the locks that this process holds. */
const held = new Set<() => void>();

/**
 * Releases a lock if the process ends while holding it. proper-lockfile does that too, until write-file-atomic removes
 * its own exit hook and, with it, the hook of proper-lockfile. One listener serves all locks, because Node.js takes many
 * for a leak.
 */
function atExit(release: () => void): void {
  held.add(release);
  process.off('exit', releaseAll);
  process.on('exit', releaseAll);
}

function releaseAll(): void {
  for (const release of held) release();
}

/** @param release null if the lock was, or may have been, taken from us: then it is not ours to release */
function letGo(
  { island, ownerFile, owner }: { island: Island; ownerFile: string; owner: LockOwner },
  release: (() => void) | null,
): void {
  let isReleased = false;
  try {
    release?.();
    isReleased = release !== null;
  } finally {
    // Remove the mark of this process. If it stayed, what remains of the lock would count as held until the process
    // ends.
    if (!isReleased && island.readText(ownerFile) === formatOwner(owner)) {
      const { process: _mark, ...rest } = owner;
      island.replace(ownerFile, formatOwner(rest), 'quick');
    }
  }
}

function formatOwner(owner: LockOwner): string {
  return `${JSON.stringify(owner)}\n`;
}

interface Wanted {
  readonly island: Island;
  readonly target: string;
  readonly name: string;
  readonly ownerFile: string;
  readonly timeoutMs: number;
}

/** The name of the lock on a target. */
export function lockName(target: string): string {
  return target.replaceAll('/', '--');
}

/**
 * Retries until the time is up, and reads the owner each time, because the lock may change hands or its owner's process
 * may end.
 */
async function acquire(wanted: Wanted, onCompromised: (error: Error) => void): Promise<() => void> {
  const { island, name, ownerFile, timeoutMs } = wanted;
  const { lockSync } = await import('proper-lockfile');
  const lockfilePath = island.absolute(`.lock/${name}.lock`);
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    try {
      // The lock is taken synchronously: a signal between two steps of an asynchronous operation would leave it behind.
      return lockSync(island.absolute(`.lock/${name}`), {
        lockfilePath,
        realpath: false,
        stale: staleAfter(readOwner(island, ownerFile), lockfilePath),
        update: UPDATE_MS,
        // The default callback throws inside a timer, which would end the process in the middle of a write.
        onCompromised,
      });
    } catch (error) {
      const code = codeOf(error);
      if (code === undefined) throw error;
      if (code !== 'ELOCKED') throw fatal('ISL-001', { file: lockfilePath }, { code, root: island.root });
      if (Date.now() >= deadline) throw heldBy(wanted);
      await sleep(RETRY_MS);
    }
  }
}

function heldBy({ island, target, ownerFile }: Wanted) {
  return fatal('ISL-002', { file: ownerFile }, { target, who: describeOwner(readOwner(island, ownerFile)) });
}

/** The state of the lock on a target, for readers that do not take it. */
interface LockState {
  /** Folder of the lock, relative to the island. */
  readonly folder: string;
  /**
   * `held` by a process that is alive or has recently given a sign of life, `left` by a process that is gone, or
   * `free`.
   */
  readonly state: 'held' | 'left' | 'free';
  readonly who: string;
  /** Differs between two readings if another command has held the lock in between. */
  readonly mark: string;
}

/** @param name the lock's name: the target with `--` instead of `/` */
export function readLockState(island: Island, name: string, nowMs: number): LockState {
  const folder = `.lock/${name}.lock`;
  const ownerFile = `.lock/${name}.json`;
  const seen = inspect(island.absolute(folder));
  const owner = readOwner(island, ownerFile);
  const isLeft = seen !== null && nowMs - seen.changedMs > staleAfter(owner, island.absolute(folder));
  return {
    folder,
    state: seen === null ? 'free' : isLeft ? 'left' : 'held',
    who: describeOwner(owner),
    mark: `${island.readText(ownerFile) ?? ''}${seen === null}`,
  };
}
