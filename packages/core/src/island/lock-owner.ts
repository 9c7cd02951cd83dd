import { hostname } from 'node:os';
import { isRecord } from '../model/is-record.js';
import { codeOf } from '../model/system-error.js';
import { inspect } from './inspect.js';
import type { Island } from './island.js';
import { findProcess, ownMark, type ProcessMark } from './process-mark.js';

/** Without a sign of life for so long, a holder counts as gone of which nothing can be known … */
const STALE_MS = 60_000;
/** … and for so long when its process does not exist any more, or was stopped before it said who it is. */
const STALE_WHEN_GONE_MS = 6_000;

export interface LockOwner {
  readonly pid: number;
  readonly host: string;
  readonly command: string;
  readonly startedAt: string;
  /** Where the system tells it: another process may have its number later, or elsewhere. */
  readonly process?: ProcessMark;
}

/** This process, as the holder of a lock. */
export function ownOwner(command: string): LockOwner {
  const mark = ownMark();
  return {
    pid: process.pid,
    host: hostname(),
    command,
    startedAt: new Date().toISOString(),
    ...(mark && { process: mark }),
  };
}

export function describeOwner(owner: LockOwner | null): string {
  return owner
    ? `process ${owner.pid} on ${owner.host} (${owner.command}, since ${owner.startedAt})`
    : 'another process';
}

/**
 * How old a lock's last sign of life may be before it counts as left behind. One whose holder is known to live never does:
 * while it is busy it gives no sign.
 *
 * @param folder the lock's folder
 */
export function staleAfter(owner: LockOwner | null, folder: string): number {
  if (owner === null) return STALE_WHEN_GONE_MS;
  if (owner.host !== hostname()) return STALE_MS;
  const { pid, process: mark } = owner;
  // In another container of this name the number is another process, or none.
  if (mark && mark.space !== ownMark()?.space) return STALE_MS;
  const found = findProcess(pid);
  if (!found) return isGone(pid) ? STALE_WHEN_GONE_MS : STALE_MS;
  if (!mark) return STALE_MS;
  if (!found.isAlive || found.started !== mark.started) return STALE_WHEN_GONE_MS;
  return isOf(owner, folder) ? Number.POSITIVE_INFINITY : STALE_MS;
}

/** Whoever took the lock last may have been stopped before it said so; then the name beside it is that of an earlier one. */
function isOf({ startedAt }: LockOwner, folder: string): boolean {
  const takenMs = inspect(folder)?.createdMs ?? 0;
  return takenMs > 0 && Date.parse(startedAt) >= Math.floor(takenMs);
}

function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0);
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
  if (!isRecord(value)) return false;
  const { pid, host, command, startedAt, process: mark } = value;
  return (
    Number.isInteger(pid) &&
    [host, command, startedAt].every((word) => typeof word === 'string') &&
    (mark === undefined || isMark(mark))
  );
}

function isMark(value: unknown): value is ProcessMark {
  return isRecord(value) && typeof value.space === 'string' && Number.isInteger(value.started);
}
