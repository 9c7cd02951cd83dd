import { setMaxListeners } from 'node:events';
import { MAX_TIMER_MS } from '../../net/deadline.js';
import { type ProcessTree, startTree } from '../../processes/process-tree.js';
import { keepStandardError, type StandardError } from '../../processes/standard-error.js';
import { codeOf } from '../../values/system-error.js';
import type { PlacedCommand } from './command-line.js';

/**
 * How long to wait for the streams to close: a process that cannot be found may keep them open after all others have
 * ended.
 */
const STREAMS_AFTER_EXIT_MS = 1_000;

/** How a run of a command ended. */
export type CommandEnd =
  | { readonly how: 'answered'; readonly stdout: Buffer }
  | { readonly how: 'failed'; readonly exitCode: number; readonly stderr: StandardError }
  | { readonly how: 'killed'; readonly signal: string; readonly stderr: StandardError }
  | { readonly how: 'not-started'; readonly cause: string }
  | { readonly how: 'timed-out' | 'too-long' | 'several-lines' | 'called-off' };

export interface CommandCall {
  /** Standard input; the command need not read it. */
  readonly input: string;
  readonly timeoutMs: number;
  /** Maximum number of bytes of the answer. */
  readonly limit: number;
  /** Any of these signals cancels the call. */
  readonly signals: readonly AbortSignal[];
}

export type CommandRun = PlacedCommand & CommandCall;

/**
 * Runs a program once: passes the input to it and collects its output. However the run ends, none of the program's
 * processes is left (see process-tree); after a normal end, the last of them are gone once sweepProcesses has run.
 */
export function runCommand(run: CommandRun): Promise<CommandEnd> {
  return orNotStarted(run, () => follow(startTree(run.argv, run), run));
}

/** Makes a call unless it has been cancelled; an error of the system means that the program could not be started. */
export async function orNotStarted(
  { signals }: Pick<CommandCall, 'signals'>,
  call: () => Promise<CommandEnd>,
): Promise<CommandEnd> {
  if (signals.some(({ aborted }) => aborted)) return { how: 'called-off' };
  try {
    return await call();
  } catch (error) {
    const cause = codeOf(error);
    if (cause === undefined) throw error;
    return { how: 'not-started', cause };
  }
}

function follow(tree: ProcessTree, run: CommandRun): Promise<CommandEnd> {
  return new Promise((resolve, reject) => {
    const stdout: Buffer[] = [];
    let length = 0;
    tree.child.stdout.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > run.limit) stop({ how: 'too-long' });
      else stdout.push(chunk);
    });
    let settled = false;
    const settle = () => {
      settled = true;
      unwatch();
    };
    const stop = (end: CommandEnd) => {
      if (settled) return;
      settle();
      kill().then(() => resolve(end), reject);
    };
    const unwatch = watchCall(run, stop);
    const kill = watchEnd(tree, {
      onError: (error) => {
        settle();
        reject(error);
      },
      onEnd: (end) => {
        if (settled) return;
        settle();
        const isAnswer = end.how === 'failed' && end.exitCode === 0;
        resolve(isAnswer ? { how: 'answered', stdout: Buffer.concat(stdout) } : end);
      },
    });
    tree.child.stdin.end(run.input);
  });
}

/**
 * Stops a call that takes too long or is cancelled.
 *
 * @returns a function that ends the watch
 */
export function watchCall(
  { timeoutMs, signals }: Omit<CommandCall, 'input' | 'limit'>,
  stop: (end: CommandEnd) => void,
): () => void {
  const timer = setTimeout(() => stop({ how: 'timed-out' }), Math.min(timeoutMs, MAX_TIMER_MS));
  const onAbort = () => stop({ how: 'called-off' });
  // Many calls may listen to the same signal at a time. Each of them stops listening when it ends, so Node should
  // not warn about more than ten listeners.
  setMaxListeners(0, ...signals);
  for (const signal of signals) signal.addEventListener('abort', onAbort, { once: true });
  return () => {
    clearTimeout(timer);
    for (const signal of signals) signal.removeEventListener('abort', onAbort);
  };
}

/**
 * Waits until a program has ended by itself and its output has arrived.
 *
 * @param onError the program could not be started
 * @param onEnd receives `failed` for any exit code, including 0
 * @returns a function that kills the program and everything it started, and closes its streams
 */
export function watchEnd(
  tree: ProcessTree,
  { onError, onEnd }: { readonly onError: (error: Error) => void; readonly onEnd: (end: CommandEnd) => void },
): () => Promise<void> {
  const { child } = tree;
  let isKilled = false;
  const stderr = keepStandardError(child.stderr);
  child.once('error', onError);
  child.once('exit', () => {
    if (isKilled) return;
    tree.release();
    // Wait for one turn of the event loop, which reads the data that has arrived.
    setTimeout(() => setImmediate(() => closeStreams(tree)), STREAMS_AFTER_EXIT_MS).unref();
  });
  child.once('close', (exitCode, signal) => {
    if (tree.wasInterrupted()) onEnd({ how: 'called-off' });
    else if (exitCode !== null) onEnd({ how: 'failed', exitCode, stderr: stderr() });
    else onEnd({ how: 'killed', signal: signal ?? 'an unknown signal', stderr: stderr() });
  });
  return async () => {
    isKilled = true;
    await tree.kill();
    closeStreams(tree);
  };
}

function closeStreams({ child }: ProcessTree): void {
  for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy();
}
