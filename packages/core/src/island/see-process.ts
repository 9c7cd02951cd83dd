import { readFileSync } from 'node:fs';
import { type ProcessStat, parseProcessStat } from '../model/process-stat.js';
import { codeOf } from '../model/system-error.js';

/** A process as /proc tells of it; undefined where the process is not there, or the system does not show it. */
export function seeProcess(pid: number): ProcessStat | undefined {
  try {
    return parseProcessStat(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return undefined;
  }
}
