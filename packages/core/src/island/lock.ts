import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf } from '../model/system-error.js';
import { fatal } from '../tables/error-codes.js';
import type { Island } from './island.js';

const RETRY_MS = 250;
/** A live holder gives a sign of life this often, unless it is busy. */
const UPDATE_MS = 2_000;
/** Without a sign of life for so long, a holder counts as gone … */
const STALE_MS = 60_000;
/** … and for so long when its process does not exist any more. */
const STALE_WHEN_GONE_MS = 6_000;

export interface LockOwner {
  readonly pid: number;
  readonly host: string;
  readonly command: string;
  readonly startedAt: string;
}

/**
 * Runs an operation while no other process works on the same target; waits for a while if one does.
 *
 * @param target `providers/<namespace>` or `selections/<id>`
 * @throws GradingError ISL-002 naming the holder, when it does not let go in time
 */
export async function withLock<T>(
  {
    island,
    target,
    command,
    timeoutMs = island.lockTimeoutMs,
  }: { island: Island; target: string; command: string; timeoutMs?: number },
  operation: () => Promise<T> | T,
): Promise<T> {
  const name = lockName(target);
  const ownerFile = `.lock/${name}.json`;
  island.makeFolder('.lock');
  let compromised: Error | null = null;
  const release = await acquire({ island, target, name, ownerFile, timeoutMs }, (error) => {
    compromised = error;
  });
  // The library does so too, until write-file-atomic takes its own exit hook off and that one with it.
  const releaseOnExit = () => {
    if (!compromised) island.discardFolder(`.lock/${name}.lock`);
  };
  process.once('exit', releaseOnExit);
  try {
    const owner: LockOwner = {
      pid: process.pid,
      host: hostname(),
      command,
      startedAt: new Date().toISOString(),
    };
    island.replace(ownerFile, `${JSON.stringify(owner)}\n`, 'quick');
    const result = await operation();
    if (compromised) throw fatal('ISL-005', { file: ownerFile }, { target });
    return result;
  } finally {
    // A lock that was taken from us is reported above; it can not be released.
    if (!compromised) release();
    process.off('exit', releaseOnExit);
  }
}

interface Wanted {
  readonly island: Island;
  readonly target: string;
  readonly name: string;
  readonly ownerFile: string;
  readonly timeoutMs: number;
}

/** What the lock on a target is called. */
export function lockName(target: string): string {
  return target.replaceAll('/', '--');
}

/** Asks anew until the time is up: who holds the lock, and whether it still lives, may change meanwhile. */
async function acquire(wanted: Wanted, onCompromised: (error: Error) => void): Promise<() => void> {
  const { island, name, ownerFile, timeoutMs } = wanted;
  const { lockSync } = await import('proper-lockfile');
  const lockfilePath = island.absolute(`.lock/${name}.lock`);
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    try {
      // Synchronous: a signal is heard between two steps of an asynchronous one, and would leave the lock behind.
      return lockSync(island.absolute(`.lock/${name}`), {
        lockfilePath,
        realpath: false,
        stale: staleAfter(readOwner(island, ownerFile)),
        update: UPDATE_MS,
        // The default throws out of a timer and would end the process in the middle of a write.
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

export function describeOwner(owner: LockOwner | null): string {
  return owner
    ? `process ${owner.pid} on ${owner.host} (${owner.command}, since ${owner.startedAt})`
    : 'another process';
}

/** How old a lock's last sign of life may be before it counts as left behind. */
export function staleAfter(owner: LockOwner | null): number {
  return isGone(owner) ? STALE_WHEN_GONE_MS : STALE_MS;
}

/** Was the holder killed? Of another machine's processes nothing is known. */
function isGone(owner: LockOwner | null): boolean {
  if (owner?.host !== hostname()) return false;
  try {
    process.kill(owner.pid, 0);
    return false;
  } catch (error) {
    return codeOf(error) === 'ESRCH';
  }
}

export function readOwner(island: Island, ownerFile: string): LockOwner | null {
  const text = island.readText(ownerFile);
  if (text === null) return null;
  try {
    const owner: unknown = JSON.parse(text);
    return isOwner(owner) ? owner : null;
  } catch {
    return null;
  }
}

function isOwner(value: unknown): value is LockOwner {
  return (
    typeof value === 'object' &&
    value !== null &&
    'pid' in value &&
    Number.isInteger(value.pid) &&
    'host' in value &&
    typeof value.host === 'string'
  );
}
