import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { type ProcessStat, parseProcessStat } from '../processes/logic/process-stat.js';
import { isRecord } from '../values/is-record.js';
import { codeOf } from '../values/system-error.js';
import type { Island } from './island.js';
import { inspect } from './read-plain.js';

/** Distinguishes a process from every other process that has or had the same process ID. */
export interface ProcessMark {
  /** Identifies the machine's boot and the process namespace; process IDs are comparable only if both are the same. */
  readonly space: string;
  /** In clock ticks since the machine started. */
  readonly started: number;
}

/** Cache: every lock needs the mark, and it never changes. */
let own: { readonly mark: ProcessMark | undefined } | null = null;

/** The mark of this process; undefined if the system does not show it. */
export function ownMark(): ProcessMark | undefined {
  own ??= { mark: readOwnMark() };
  return own.mark;
}

function readOwnMark(): ProcessMark | undefined {
  return orUndefined(() => {
    const { pid, started } = readStat('self');
    // This /proc belongs to another process namespace, so its process IDs are not ours.
    if (pid !== process.pid) return undefined;
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return { space: `${boot} ${readlinkSync('/proc/self/ns/pid')}`, started };
  });
}

/** A process in our own process namespace; undefined if it does not exist, or the system does not show it. */
function findProcess(pid: number): ProcessStat | undefined {
  return orUndefined(() => readStat(pid));
}

function readStat(pid: number | 'self'): ProcessStat {
  return parseProcessStat(readFileSync(`/proc/${pid}/stat`, 'latin1'));
}

function orUndefined<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return undefined;
  }
}

/** A holder about which nothing is known counts as gone after this time without a sign of life … */
const STALE_MS = 60_000;
/** … and after this time if its process no longer exists, or was interrupted before it recorded itself. */
const STALE_WHEN_GONE_MS = 6_000;

export interface LockOwner {
  readonly pid: number;
  readonly host: string;
  readonly command: string;
  readonly startedAt: string;
  /**
   * Recorded if the system reveals it, because another process may have the same process ID later or in another
   * container.
   */
  readonly process?: ProcessMark;
}

/** This process, as the owner of a lock. */
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
 * How old a lock's last sign of life must be for the lock to count as abandoned. A lock whose holder is known to be
 * alive never counts as abandoned, because a busy holder gives no sign of life.
 *
 * @param folder the lock's folder
 */
export function staleAfter(owner: LockOwner | null, folder: string): number {
  if (owner === null) return STALE_WHEN_GONE_MS;
  if (owner.host !== hostname()) return STALE_MS;
  const { pid, process: mark } = owner;
  // The owner ran in another container with this host name, or before a reboot: here, its process ID is that of another
  // process, or of none.
  if (mark && mark.space !== ownMark()?.space) return STALE_MS;
  const found = findProcess(pid);
  if (!found) return isGone(pid) ? STALE_WHEN_GONE_MS : STALE_MS;
  if (!mark) return STALE_MS;
  if (!found.isAlive || found.started !== mark.started) return STALE_WHEN_GONE_MS;
  return isOf(owner, folder) ? Number.POSITIVE_INFINITY : STALE_MS;
}

/**
 * Checks whether the recorded owner holds the lock. If the latest holder was interrupted before it recorded itself, the
 * recorded owner is an earlier holder.
 */
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
