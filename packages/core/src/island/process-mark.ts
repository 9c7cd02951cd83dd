import { readFileSync, readlinkSync } from 'node:fs';
import { type ProcessStat, parseProcessStat } from '../model/process-stat.js';
import { codeOf } from '../model/system-error.js';

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
export function findProcess(pid: number): ProcessStat | undefined {
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
