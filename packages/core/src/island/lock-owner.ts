import { hostname } from 'node:os';
import { codeOf } from '../model/system-error.js';
import { inspect } from './inspect.js';
import type { Island } from './island.js';
import { seeProcess } from './see-process.js';

/** Without a sign of life for so long, a holder counts as gone of which nothing can be known … */
const STALE_MS = 60_000;
/** … and for so long when its process does not exist any more, or was stopped before it said who it is. */
const STALE_WHEN_GONE_MS = 6_000;

export interface LockOwner {
  readonly pid: number;
  readonly host: string;
  readonly command: string;
  readonly startedAt: string;
  /** When its process started, as the system counts: another one may have its number later. */
  readonly processStarted?: number;
}

/** This process, as the holder of a lock. */
export function ownOwner(command: string): LockOwner {
  const started = seeProcess(process.pid)?.started;
  return {
    pid: process.pid,
    host: hostname(),
    command,
    startedAt: new Date().toISOString(),
    ...(started !== undefined && { processStarted: started }),
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
  const stat = seeProcess(owner.pid);
  if (stat === undefined) return isGone(owner.pid) ? STALE_WHEN_GONE_MS : STALE_MS;
  if (owner.processStarted === undefined) return STALE_MS;
  if (!stat.isAlive || stat.started !== owner.processStarted) return STALE_WHEN_GONE_MS;
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
  if (typeof value !== 'object' || value === null) return false;
  const { pid, host, command, startedAt, processStarted } = value as Record<string, unknown>;
  return (
    Number.isInteger(pid) &&
    [host, command, startedAt].every((word) => typeof word === 'string') &&
    (processStarted === undefined || Number.isInteger(processStarted))
  );
}
