import { readdirSync, readFileSync } from 'node:fs';

/** A process as /proc tells of it. */
export interface SeenProcess {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
  /** In clock ticks since the machine started. */
  readonly started: number;
  /** Not so of a zombie, which has ended and waits for its parent to ask how. */
  readonly isAlive: boolean;
}

/** Every process that is alive; none where there is no /proc. */
export function listProcesses(): readonly SeenProcess[] {
  return listPids().flatMap((pid) => {
    const seen = seeProcess(pid);
    return seen?.isAlive ? [seen] : [];
  });
}

/** One process, or undefined when there is none or it can not be seen. */
export function seeProcess(pid: number): SeenProcess | undefined {
  const stat = readProc(pid, 'stat');
  if (stat === undefined) return undefined;
  // The name before it is free text in parentheses and may hold parentheses itself (proc_pid_stat(5)).
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [parent = 0, group = 0, session = 0] = fields.slice(1, 4).map(Number);
  const isAlive = !/[ZXx]/.test(fields[0] ?? 'X');
  return { pid, parent, group, session, started: Number(fields[19] ?? 0), isAlive };
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
