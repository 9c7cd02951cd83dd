import { problem } from '../../../problems/error-codes.js';
import { type ProcessTree, startTree } from '../../../processes/process-tree.js';
import {
  keepStandardError,
  type StandardError,
  showStandardError,
} from '../../../processes/standard-error.js';
import { codeOf } from '../../../values/system-error.js';
import { type Asking, type Fault, faultOf, type Link, type LinkEnd, type Listener } from './link.js';
import { createByteCount, takeMessage } from './read-messages.js';

/** Once its input is closed, a server has this much time to clean up. */
const FAREWELL_MS = 500;
/** How long to wait for the streams: a process that cannot be found may keep them open after the server has ended. */
const STREAMS_AFTER_EXIT_MS = 1_000;
const NEWLINE = 0x0a;

interface StdioLinkOptions {
  readonly command: readonly [string, ...string[]];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly asking: Asking;
}

/**
 * A server run as a program: messages are lines of its standard input and output. None of its processes is left at the
 * end.
 */
export function createStdioLink({ command, cwd, env, asking }: StdioLinkOptions): Link {
  let tree: ProcessTree | null = null;
  return {
    async open(listener) {
      try {
        tree = startTree(command, { cwd, env });
      } catch (error) {
        return describeStart(error, asking);
      }
      return follow(tree, listener, asking);
    },
    // A server that no longer reads will not answer either, so the missing answers will be noticed.
    send: (message) => void tree?.child.stdin.write(`${JSON.stringify(message)}\n`),
    agree: () => undefined,
    listen: () => undefined,
    async close() {
      if (tree === null) return;
      await sayFarewell(tree);
      await tree.kill();
      for (const stream of [tree.child.stdin, tree.child.stdout, tree.child.stderr]) stream.destroy();
    },
  };
}

/** @returns null once the program runs, or the reason why it does not */
function follow(tree: ProcessTree, listener: Listener, asking: Asking): Promise<Fault | null> {
  const { child } = tree;
  const stderr = keepStandardError(child.stderr);
  const reading = readMessages(tree, listener, asking);
  child.once('exit', () => {
    tree.release();
    const closeStreams = () => {
      child.stdout.destroy();
      child.stderr.destroy();
    };
    // Wait for one turn of the event loop, which reads the data that has arrived.
    setTimeout(() => setImmediate(closeStreams), STREAMS_AFTER_EXIT_MS).unref();
  });
  child.once('close', (exitCode, signal) => {
    // The program never ran: the 'error' event has the reason.
    if (child.pid === undefined) return;
    const how = exitCode === null ? `signal ${signal}` : `exit code ${exitCode}`;
    const end: LinkEnd = (method) => describeEnd({ method, how, stderr: stderr() }, asking);
    void reading.done().then(() => listener.onEnd(end));
  });
  return new Promise((resolve) => {
    child.once('spawn', () => resolve(null));
    child.on('error', (error) => resolve(describeStart(error, asking)));
  });
}

interface Reading {
  /** Resolves when everything received has been handled. */
  done(): Promise<void>;
}

/** Handles one message after another; while a large one is read, later ones wait. */
function readMessages({ child }: ProcessTree, listener: Listener, asking: Asking): Reading {
  const count = createByteCount(true, asking);
  const waiting: Buffer[] = [];
  let parts: Buffer[] = [];
  let taking: Promise<void> | null = null;
  const takeAll = async () => {
    for (let chunk = waiting.shift(); chunk !== undefined; chunk = waiting.shift()) {
      let start = 0;
      for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
        const line = Buffer.concat([...parts, chunk.subarray(start, end)]).toString('utf8');
        parts = [];
        start = end + 1;
        if (line.trim() !== '') await takeMessage(line, listener, asking);
      }
      if (start < chunk.length) parts.push(chunk.subarray(start));
    }
  };
  const done = () => taking ?? Promise.resolve();
  child.stdout.on('data', (chunk: Buffer) => {
    const fault = count.add(chunk);
    if (fault) {
      child.stdout.destroy();
      void done().then(() => listener.onEnd(() => fault));
      return;
    }
    waiting.push(chunk);
    taking ??= takeAll().finally(() => {
      taking = null;
    });
  });
  return { done };
}

async function sayFarewell({ child }: ProcessTree): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, FAREWELL_MS);
    child.once('exit', () => {
      clearTimeout(timer);
      resolve();
    });
    child.stdin.end();
  });
}

function describeStart(error: unknown, { target }: Asking): Fault {
  const code = codeOf(error);
  if (code === undefined) throw error;
  const reason = code === 'ENOENT' ? 'the program or the folder was not found (ENOENT)' : code;
  return faultOf(problem('MCP-010', undefined, { target, reason }));
}

interface Ending {
  readonly method: string;
  readonly how: string;
  readonly stderr: StandardError;
}

function describeEnd({ method, how, stderr }: Ending, { target, redactor }: Asking): Fault {
  const args = { target, how, method, stderr: showStandardError(stderr, redactor) };
  return faultOf(problem('MCP-011', undefined, args));
}
