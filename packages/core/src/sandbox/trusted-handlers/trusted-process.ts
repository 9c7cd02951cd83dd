import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isRecord } from '../../values/is-record.js';
import { guardMain } from '../guard-main.js';
import type { HandlerFetch } from '../logic/handlers.js';
import {
  type CodeEngine,
  type FromWorker,
  type HandlerCommand,
  isEnding,
  type SandboxReply,
} from '../messages.js';
import { type ChildCommand, TrustedChild } from './child.js';

interface TrustedOptions {
  readonly libraries: readonly string[];
  readonly folder: { readonly path: string; readonly shownAs: string };
  /** Maximum time for one command, including its requests. */
  readonly wallMs?: number;
  /** Maximum number of bytes the child may write during one command. */
  readonly outputBytes?: number;
}

/** A process for the handlers of one schema that the user has chosen to trust; {@link startChild} lists its limits. */
export class TrustedProcess implements CodeEngine {
  readonly #options: Required<TrustedOptions>;
  readonly #mark = `${randomUUID()} `;
  #child: ChildProcessWithoutNullStreams | null = null;

  constructor(options: TrustedOptions) {
    this.#options = { wallMs: 120_000, outputBytes: 64 * 1024 * 1024, ...options };
  }

  get isRunning(): boolean {
    return this.#child !== null;
  }

  async run(command: HandlerCommand, onRequest: HandlerFetch): Promise<SandboxReply> {
    this.#child ??= startChild(this.#options.folder.path, this.#mark);
    const reply = await this.#ask(this.#child, this.#toChild(command), onRequest);
    if (!reply.ok && isEnding(reply)) await this.close();
    return reply;
  }

  async close(): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.stdout.destroy();
    child.stderr.destroy();
    child.kill('SIGKILL');
    await gone;
  }

  #toChild(command: HandlerCommand): ChildCommand {
    if (command.kind === 'call') return command;
    const { libraries, folder } = this.#options;
    return { kind: 'module', source: command.source, lists: command.lists, libraries, folder };
  }

  #ask(
    child: ChildProcessWithoutNullStreams,
    command: ChildCommand,
    onRequest: HandlerFetch,
  ): Promise<SandboxReply> {
    const { wallMs, outputBytes } = this.#options;
    return new Promise((resolve, reject) => {
      let left = outputBytes;
      let rest = '';
      let isOver = false;
      const stop = () => {
        isOver = true;
        clearTimeout(timer);
        child.stdout.off('data', take);
        child.stderr.off('data', drop);
        child.off('close', gone).off('error', fault);
      };
      const end = (reply: SandboxReply) => {
        stop();
        resolve(reply);
      };
      const limit = (reason: string) => end({ ok: false, failure: 'limit', reason });
      const timer = setTimeout(() => limit(`the code did not come to an end within ${wallMs} ms`), wallMs);
      const answer = async ({ id, text }: Extract<FromChild, { kind: 'request' }>) => {
        const said = await onRequest(text);
        if (!isOver) this.#write(child, { kind: 'answer', id, text: said });
      };
      const read = (line: string) => {
        // A line without the mark is a library's output, not a message.
        if (!line.startsWith(this.#mark)) return;
        const message = readMessage(line.slice(this.#mark.length));
        if (message === null) {
          end({
            ok: false,
            failure: 'engine',
            reason: 'the process of the code said what its program never says',
          });
        } else if (message.kind === 'reply') end(message.reply);
        else if (message.kind === 'request') {
          answer(message).catch((error: unknown) => {
            stop();
            reject(error);
          });
        }
      };
      const drop = (bytes: Buffer) => {
        left -= bytes.length;
        if (left < 0) limit(`the code wrote more than ${outputBytes} bytes`);
      };
      const take = (text: string) => {
        left -= Buffer.byteLength(text);
        if (left < 0) return limit(`the code wrote more than ${outputBytes} bytes`);
        const lines = (rest + text).split('\n');
        rest = lines.pop() ?? '';
        for (const line of lines) if (!isOver) read(line);
      };
      const gone = () =>
        end({ ok: false, failure: 'engine', reason: 'the process of the code ended by itself' });
      const fault = (error: Error) =>
        end({ ok: false, failure: 'engine', reason: `the process can not be started: ${error.message}` });
      child.stdout.setEncoding('utf8').on('data', take);
      child.stderr.on('data', drop);
      child.on('close', gone).on('error', fault);
      this.#write(child, command);
    });
  }

  #write(child: ChildProcessWithoutNullStreams, command: ChildCommand): void {
    child.stdin.write(`${JSON.stringify(command)}\n`);
  }
}

type FromChild =
  | Extract<FromWorker, { kind: 'reply' }>
  | Pick<Extract<FromWorker, { kind: 'request' }>, 'kind' | 'id' | 'text'>;

/** Parses a line from the child. The child's code can find out the mark, so a marked line may contain anything. */
function readMessage(text: string): FromChild | null {
  const message = parse(text);
  if (!isRecord(message)) return null;
  const { kind, id, text: said, reply } = message;
  if (kind === 'request' && typeof id === 'number' && typeof said === 'string')
    return { kind, id, text: said };
  if (kind !== 'reply' || !isRecord(reply)) return null;
  if (reply.ok === true)
    return typeof reply.text === 'string' ? { kind, reply: { ok: true, text: reply.text } } : null;
  if (reply.ok !== false || typeof reply.reason !== 'string') return null;
  const failure = reply.failure === 'write' ? 'write' : 'code';
  return { kind, reply: { ok: false, failure, reason: reply.reason } };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return null;
  }
}

/** Heap of the child, in MB. */
const HEAP_MB = 512;

/**
 * Starts a process under Node's permission model: it may read the folder of libraries, but may not write or start
 * anything; its environment is empty. It keeps access to the network, so it is a seat belt, not a sandbox (decision
 * 0049).
 *
 * @param mark prefix of the child's own lines
 */
function startChild(folder: string, mark: string): ChildProcessWithoutNullStreams {
  const permission = process.allowedNodeEnvironmentFlags.has('--permission')
    ? '--permission'
    : '--experimental-permission';
  const reading = readable(folder).map((path) => `--allow-fs-read=${path}`);
  const flags = [permission, ...reading, '--no-warnings', `--max-old-space-size=${HEAP_MB}`];
  const source = `'use strict';
const __name = (target) => target;
const TrustedChild = ${TrustedChild.toString()};
new TrustedChild(require, (url) => import(url), ${JSON.stringify(mark)}, ${guardMain.toString()});
`;
  const child = spawn(process.execPath, [...flags, '-e', source], {
    cwd: dirname(process.execPath),
    env: {},
  });
  // If the child is gone, the exit event reports it.
  child.stdin.on('error', () => undefined);
  return child;
}

/** Paths the child may read: the folder of libraries and, if it is a link, its destination. */
function readable(folder: string): string[] {
  const modules = join(folder, 'node_modules');
  try {
    return [...new Set([modules, realpathSync(modules)])].map((path) => join(path, '*'));
  } catch {
    // Nothing is installed, so there is nothing to read; each library is later reported as missing.
    return [join(modules, '*')];
  }
}
