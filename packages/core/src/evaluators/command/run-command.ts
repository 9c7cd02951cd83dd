import { setMaxListeners } from 'node:events';
import { MAX_TIMER_MS } from '../../net/deadline.js';
import { type ProcessTree, startTree } from '../../processes/process-tree.js';
import { keepStandardError, type StandardError } from '../../processes/standard-error.js';
import { codeOf } from '../../values/system-error.js';

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
  | { readonly how: 'timed-out' | 'too-long' | 'called-off' };

export interface CommandRun {
  readonly argv: readonly [string, ...string[]];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Standard input; the command need not read it. */
  readonly input: string;
  readonly timeoutMs: number;
  /** Maximum number of bytes on standard output. */
  readonly limit: number;
  /** Any of these signals cancels the run. */
  readonly signals: readonly AbortSignal[];
}

/**
 * Runs a program once: passes the input to it and collects its output. However the run ends, none of the program's
 * processes is left (see process-tree); after a normal end, the last of them are gone once sweepProcesses has run.
 */
export async function runCommand(run: CommandRun): Promise<CommandEnd> {
  if (run.signals.some(({ aborted }) => aborted)) return { how: 'called-off' };
  try {
    return await follow(startTree(run.argv, run), run);
  } catch (error) {
    const cause = codeOf(error);
    if (cause === undefined) throw error;
    return { how: 'not-started', cause };
  }
}

function follow(tree: ProcessTree, run: CommandRun): Promise<CommandEnd> {
  const { child } = tree;
  return new Promise((resolve, reject) => {
    const output = collect(tree, run.limit, () => stop({ how: 'too-long' }));
    const timer = setTimeout(() => stop({ how: 'timed-out' }), Math.min(run.timeoutMs, MAX_TIMER_MS));
    const onAbort = () => stop({ how: 'called-off' });
    // Many runs may listen to the same signal at a time. Each of them stops listening when it ends, so Node should
    // not warn about more than ten listeners.
    setMaxListeners(0, ...run.signals);
    for (const signal of run.signals) signal.addEventListener('abort', onAbort, { once: true });
    const closeStreams = () => {
      for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy();
    };
    let settled = false;
    const settle = () => {
      settled = true;
      clearTimeout(timer);
      for (const signal of run.signals) signal.removeEventListener('abort', onAbort);
    };
    const stop = (end: CommandEnd) => {
      if (settled) return;
      settle();
      tree.kill().then(() => {
        closeStreams();
        resolve(end);
      }, reject);
    };
    child.once('error', (error) => {
      settle();
      reject(error);
    });
    child.once('exit', () => {
      if (settled) return;
      tree.release();
      // Wait for one turn of the event loop, which reads the data that has arrived.
      setTimeout(() => setImmediate(closeStreams), STREAMS_AFTER_EXIT_MS).unref();
    });
    child.once('close', (exitCode, signal) => {
      if (settled) return;
      settle();
      resolve(tree.wasInterrupted() ? { how: 'called-off' } : describeEnd(exitCode, signal, output));
    });
    tree.child.stdin.end(run.input);
  });
}

function describeEnd(exitCode: number | null, signal: string | null, output: Output): CommandEnd {
  if (exitCode === 0) return { how: 'answered', stdout: output.stdout() };
  if (exitCode !== null) return { how: 'failed', exitCode, stderr: output.stderr() };
  return { how: 'killed', signal: signal ?? 'an unknown signal', stderr: output.stderr() };
}

interface Output {
  stdout(): Buffer;
  stderr(): StandardError;
}

function collect({ child }: ProcessTree, limit: number, onTooLong: () => void): Output {
  const stdout: Buffer[] = [];
  let length = 0;
  const stderr = keepStandardError(child.stderr);
  child.stdout.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (length > limit) onTooLong();
    else stdout.push(chunk);
  });
  return { stdout: () => Buffer.concat(stdout), stderr };
}
