import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { codeOf } from '../values/system-error.js';
import { type ProcessStat, parseProcessStat } from './logic/process-stat.js';

/**
 * Environment variable that every process started by a command inherits; it identifies processes that have left the
 * command's group and session.
 */
const MARK = 'FLOWMCP_CALL';
/**
 * Delay before looking for leftovers of ended programs, so that one scan, which takes milliseconds, serves
 * several programs.
 */
const SWEEP_AFTER_MS = 50;
/** How long to wait for a killed process that the kernel does not reap. */
const PATIENCE_MS = 3_000;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const;

export interface ProcessTree {
  readonly child: ChildProcessWithoutNullStreams;
  /** Kills the program and everything it started; resolves when nothing is left. */
  kill(): Promise<void>;
  /** Call this when the program has ended; it kills the program's leftovers soon afterwards. */
  release(): void;
  /** Whether the program was ended because this process was interrupted. */
  wasInterrupted(): boolean;
}

interface Tree {
  /** Id of the program's process, group and session. */
  readonly pid: number;
  readonly mark: string;
  /** Start time of the program; no process below it can be older. */
  readonly started: number;
  interrupted: boolean;
}

const trees = new Set<Tree>();
const released = new Set<Tree>();
const sweeps = new Set<Promise<void>>();
let isSweepDue = false;

/**
 * Starts a program without a shell, in its own process group and session. Nothing it starts outlives this
 * process, unless this process is killed with SIGKILL.
 *
 * @param env the whole environment; our mark is added
 * @throws an error of node:child_process if the system refuses to start the program; a missing program is reported by
 *   the event 'error'
 */
export function startTree(
  [program, ...args]: readonly [string, ...string[]],
  { cwd, env }: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): ProcessTree {
  const mark = randomUUID();
  // Keep the marks of the calls that this process belongs to, so that their sweeps find the new process, too.
  const marks = [process.env[MARK], mark].filter(Boolean).join(' ');
  const child = spawn(program, args, {
    cwd,
    env: { ...env, [MARK]: marks },
    detached: true,
    stdio: 'pipe',
    windowsHide: true,
  });
  // Ignore these errors: a program that no longer reads its input has either ended or will be judged by its answers.
  child.stdin.on('error', (error) => {
    const code = codeOf(error);
    if (code !== 'EPIPE' && code !== 'ECONNRESET' && code !== 'ERR_STREAM_DESTROYED') throw error;
  });
  const { pid } = child;
  if (pid === undefined)
    return { child, kill: async () => {}, release: () => {}, wasInterrupted: () => false };
  const tree: Tree = { pid, mark, started: seeProcess(pid)?.started ?? 0, interrupted: false };
  watch(tree);
  return {
    child,
    kill: () => endTrees([tree]),
    release: () => releaseTree(tree),
    wasInterrupted: () => tree.interrupted,
  };
}

/** Resolves when nothing is left of the programs that have ended so far. */
export async function sweepProcesses(): Promise<void> {
  while (sweeps.size > 0) await Promise.all(sweeps);
}

function releaseTree(tree: Tree): void {
  killGroup(tree);
  released.add(tree);
  if (isSweepDue) return;
  isSweepDue = true;
  const sweep = sweepSoon().finally(() => sweeps.delete(sweep));
  sweeps.add(sweep);
}

async function sweepSoon(): Promise<void> {
  await delay(SWEEP_AFTER_MS);
  const due = [...released];
  released.clear();
  isSweepDue = false;
  await endTrees(due);
}

async function endTrees(ending: readonly Tree[]): Promise<void> {
  const until = Date.now() + PATIENCE_MS;
  // A process may start another one between the scan and the kill, so only a scan that finds none ends the
  // loop.
  for (let pause = 1; killOnce(ending).length > 0 && Date.now() < until; pause = Math.min(pause * 2, 50)) {
    await delay(pause);
  }
  for (const tree of ending) trees.delete(tree);
  if (trees.size === 0) unwatch();
}

/** @returns the processes that were alive and got the signal */
function killOnce(ending: readonly Tree[]): readonly number[] {
  ending.forEach(killGroup);
  const members = findMembers(ending);
  for (const pid of members) send(pid);
  return members;
}

function findMembers(ending: readonly Tree[]): readonly number[] {
  const oldest = Math.min(...ending.map(({ started }) => started));
  const young = listProcesses().filter(({ started, pid }) => started >= oldest && pid !== process.pid);
  const found = new Set(young.filter((seen) => ending.some((tree) => belongs(seen, tree))).map(pidOf));
  for (let before = -1; before < found.size; ) {
    before = found.size;
    for (const { pid, parent } of young) if (found.has(parent)) found.add(pid);
  }
  return [...found];
}

function belongs(seen: ProcessStat, { pid, mark }: Tree): boolean {
  if (seen.pid === pid || seen.group === pid || seen.session === pid) return true;
  return readVariable(seen.pid, MARK)?.split(' ').includes(mark) ?? false;
}

function pidOf({ pid }: ProcessStat): number {
  return pid;
}

function killGroup({ pid }: Tree): void {
  send(-pid);
}

function send(target: number): void {
  try {
    process.kill(target, 'SIGKILL');
  } catch (error) {
    // The process has just ended, or it runs as another user and we cannot kill it.
    if (codeOf(error) !== 'ESRCH' && codeOf(error) !== 'EPERM') throw error;
  }
}

function watch(tree: Tree): void {
  if (trees.size === 0) {
    process.on('exit', endAll);
    // Run onSignal first: a listener added with `once` leaves the list when its turn comes, and onSignal has
    // to count it.
    for (const signal of SIGNALS) process.prependListener(signal, onSignal);
  }
  trees.add(tree);
}

function unwatch(): void {
  process.off('exit', endAll);
  for (const signal of SIGNALS) process.off(signal, onSignal);
}

/** Kills everything synchronously, for when it is too late to await anything. */
function endAll(): void {
  const until = Date.now() + PATIENCE_MS;
  const killed = new Set<number>();
  let fresh: readonly number[];
  do {
    fresh = killOnce([...trees]).filter((pid) => !killed.has(pid));
    for (const pid of fresh) killed.add(pid);
  } while (fresh.length > 0 && Date.now() < until);
}

function onSignal(signal: NodeJS.Signals): void {
  for (const tree of trees) tree.interrupted = true;
  endAll();
  trees.clear();
  // Libraries that clean up on a signal (signal-exit) re-raise it only if nobody else listens, so stop listening.
  unwatch();
  // Without other listeners, the signal would have ended this process, so it still has to.
  if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
}

/** All processes that are alive; none on systems without /proc. */
function listProcesses(): readonly ProcessStat[] {
  return listPids().flatMap((pid) => {
    const seen = seeProcess(pid);
    return seen?.isAlive ? [seen] : [];
  });
}

/** One process, or undefined if it does not exist or is not visible. */
export function seeProcess(pid: number): ProcessStat | undefined {
  const stat = readProc(pid, 'stat');
  return stat === undefined ? undefined : parseProcessStat(stat);
}

/**
 * A variable from the environment with which a process was started; undefined if it is not set, or we may not read it.
 */
function readVariable(pid: number, name: string): string | undefined {
  const found = readProc(pid, 'environ')
    ?.split('\0')
    .find((entry) => entry.startsWith(`${name}=`));
  return found?.slice(name.length + 1);
}

function listPids(): number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger);
  } catch {
    // This system has no /proc, so process groups will have to do.
    return [];
  }
}

function readProc(pid: number, file: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1');
  } catch {
    // The process has since ended, or belongs to another user: nothing can be read.
    return undefined;
  }
}
