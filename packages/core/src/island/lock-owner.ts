import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { type ProcessStat, parseProcessStat } from '../processes/logic/process-stat.js';
import { isRecord } from '../values/is-record.js';
import { codeOf } from '../values/system-error.js';
import { inspect } from './inspect.js';
import type { Island } from './island.js';

/** What tells a process from every other one that has or had its number. */
export interface ProcessMark {
  /** Run of the machine, and what in it counts processes: a number means the same only where this is the same. */
  readonly space: string;
  /** In clock ticks since the machine started. */
  readonly started: number;
}

/** Every lock asks for it, and it stays the same. */
let own: { readonly mark: ProcessMark | undefined } | null = null;

/** The mark of this process; undefined where the system does not show it. */
export function ownMark(): ProcessMark | undefined {
  own ??= { mark: readOwnMark() };
  return own.mark;
}

function readOwnMark(): ProcessMark | undefined {
  return orUndefined(() => {
    const { pid, started } = readStat('self');
    // Somebody else's /proc: numbers in there are not ours.
    if (pid !== process.pid) return undefined;
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return { space: `${boot} ${readlinkSync('/proc/self/ns/pid')}`, started };
  });
}

/** A process of our own space; undefined where it is not there, or the system does not show it. */
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
