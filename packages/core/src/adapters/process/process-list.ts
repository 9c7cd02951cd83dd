import { readdirSync, readFileSync } from 'node:fs';
import { type ProcessStat, parseProcessStat } from '../../model/process-stat.js';

/** Every process that is alive; none where there is no /proc. */
export function listProcesses(): readonly ProcessStat[] {
  return listPids().flatMap((pid) => {
    const seen = seeProcess(pid);
    return seen?.isAlive ? [seen] : [];
  });
}

/** One process, or undefined when there is none or it can not be seen. */
export function seeProcess(pid: number): ProcessStat | undefined {
  const stat = readProc(pid, 'stat');
  return stat === undefined ? undefined : parseProcessStat(stat);
}

/** A variable of the environment a process was started with; undefined also when it is not ours to read. */
export function readVariable(pid: number, name: string): string | undefined {
  const found = readProc(pid, 'environ')
    ?.split('\0')
    .find((entry) => entry.startsWith(`${name}=`));
  return found?.slice(name.length + 1);
}

function listPids(): number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger);
  } catch {
    // No /proc on this system: process groups are all there is.
    return [];
  }
}

function readProc(pid: number, file: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1');
  } catch {
    // It ended in between, or belongs to somebody else: either way there is nothing to be seen.
    return undefined;
  }
}
