import { Worker } from 'node:worker_threads';
import { Engine } from './engine.js';
import { SANDBOX_LIMITS, type SandboxLimits, takeEnginePlace, WORKER_LIMITS } from './limits.js';
import type { HandlerFetch } from './logic/handlers.js';
import {
  type CodeEngine,
  type EngineSettings,
  type FromWorker,
  isEnding,
  type SandboxCommand,
  type SandboxReply,
  type ToWorker,
} from './messages.js';
import { PRELUDE } from './prelude.js';

const NO_REQUESTS: HandlerFetch = async () => JSON.stringify({ error: 'requests are not possible here' });

/**
 * A separate engine for untrusted code: QuickJS in its own thread, without files, environment, network or any object of
 * ours. It runs one command at a time and reports every outcome in a reply. After a reply with the failure `limit` or
 * `engine`, the thread is gone, and the next command starts a new, empty one. To start, the engine waits for a place
 * among all engines of the process; it keeps that place until it is closed.
 */
export class Sandbox implements CodeEngine {
  readonly #limits: SandboxLimits;
  #worker: Worker | null = null;
  #leave: (() => void) | null = null;
  #commands = 0;

  constructor(limits: Partial<SandboxLimits> = {}) {
    this.#limits = { ...SANDBOX_LIMITS, ...limits };
  }

  get isRunning(): boolean {
    return this.#worker !== null;
  }

  async run(command: SandboxCommand, onRequest: HandlerFetch = NO_REQUESTS): Promise<SandboxReply> {
    const started = this.#worker ?? (await this.#start());
    if (typeof started === 'string') return { ok: false, failure: 'engine', reason: started };
    this.#commands += 1;
    const talk = { number: this.#commands, command, onRequest, limits: this.#limits };
    const reply = await converse(started, talk);
    if (!reply.ok && isEnding(reply)) await this.close();
    return reply;
  }

  async close(): Promise<void> {
    const [worker, leave] = [this.#worker, this.#leave];
    this.#worker = null;
    this.#leave = null;
    await worker?.terminate();
    leave?.();
  }

  async #start(): Promise<Worker | string> {
    this.#leave = await takeEnginePlace();
    const started = await startWorker(this.#limits);
    if (typeof started === 'string') await this.close();
    else this.#worker = started;
    return started;
  }
}

interface Talk {
  readonly number: number;
  readonly command: SandboxCommand;
  readonly onRequest: HandlerFetch;
  readonly limits: Pick<SandboxLimits, 'silenceMs' | 'wallMs'>;
}

/**
 * Sends one command to the worker and waits for its reply. The engine limits its own computing time; these timers cover
 * what that limit cannot reach: a worker that is silent while no request is pending, and the command as a whole.
 */
function converse(worker: Worker, { number, command, onRequest, limits }: Talk): Promise<SandboxReply> {
  return new Promise((resolve, reject) => {
    let requested = 0;
    let isOver = false;
    let silence: NodeJS.Timeout | undefined;
    const stop = () => {
      isOver = true;
      clearTimeout(silence);
      clearTimeout(wall);
      worker.off('message', take).off('error', fault).off('exit', exit);
    };
    const end = (reply: SandboxReply) => {
      stop();
      resolve(reply);
    };
    const tooLong = (ms: number) =>
      end({ ok: false, failure: 'limit', reason: `the code did not come to an end within ${ms} ms` });
    const wall = setTimeout(tooLong, limits.wallMs, limits.wallMs);
    const post = (message: ToWorker) => {
      clearTimeout(silence);
      if (requested === 0) silence = setTimeout(tooLong, limits.silenceMs, limits.silenceMs);
      worker.postMessage(message);
    };
    const answer = async ({ id, text: asked, isLeftOver }: Extract<FromWorker, { kind: 'request' }>) => {
      clearTimeout(silence);
      requested += 1;
      const text = await onRequest(asked, isLeftOver);
      requested -= 1;
      // Nobody waits any more for an answer that arrives after the end of the command.
      if (!isOver) post({ kind: 'answer', id, text });
    };
    const take = (message: FromWorker) => {
      if (message.kind === 'reply') end(message.reply);
      else if (message.kind === 'request' && message.command === number) {
        // The guarded client returns errors as answers, so an exception is a bug in our code.
        answer(message).catch((error: unknown) => {
          stop();
          reject(error);
        });
      }
    };
    const fault = (error: unknown) => end({ ok: false, failure: 'engine', reason: describeFault(error) });
    const exit = () => end({ ok: false, failure: 'engine', reason: 'the engine ended by itself' });
    worker.on('message', take).on('error', fault).on('exit', exit);
    post({ kind: 'command', number, command });
  });
}

function describeFault(error: unknown): string {
  const isMemory = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
  return isMemory ? 'the code took more memory than it may' : `the engine failed: ${String(error)}`;
}

/**
 * Starts the thread that an engine runs in, with a capped heap and without our environment, arguments or streams. The
 * thread runs the source text of the class `Engine` instead of a file, so that it works from sources, from `dist`, and
 * bundled into one file (decision 0049). The thread does not inherit the host's loaders.
 *
 * @returns the worker once its engine is ready, or an explanation of why it could not start
 */
function startWorker(limits: SandboxLimits): Promise<Worker | string> {
  const worker = createWorker(limits);
  return new Promise((resolve) => {
    const end = (result: Worker | string) => {
      clearTimeout(timer);
      worker.off('message', ready).off('error', fault);
      if (result !== worker) void worker.terminate();
      resolve(result);
    };
    const ready = () => end(worker);
    const fault = (error: unknown) => end(`the engine can not be started: ${String(error)}`);
    const late = () => end(`the engine was not there within ${limits.startMs} ms`);
    const timer = setTimeout(late, limits.startMs);
    worker.once('message', ready).once('error', fault);
  });
}

const PAGE_BYTES = 64 * 1024;
/** Initial memory that the engine was built with. */
const INITIAL_PAGES = 256;

function createWorker(limits: SandboxLimits): Worker {
  const { memoryBytes, stackBytes, sliceMs, resultBytes, requests, timers } = limits;
  const settings: EngineSettings = {
    library: import.meta.resolve('quickjs-emscripten'),
    prelude: PRELUDE,
    memoryPages: Math.max(INITIAL_PAGES, Math.floor(memoryBytes / PAGE_BYTES)),
    ...{ memoryBytes, stackBytes, sliceMs, resultBytes, requests, timers },
  };
  const worker = new Worker(workerSource(), {
    eval: true,
    workerData: settings,
    env: {},
    argv: [],
    execArgv: [],
    stdin: false,
    stdout: true,
    stderr: true,
    resourceLimits: WORKER_LIMITS,
  });
  // An idle thread must not keep the process alive; while a command runs, a timer keeps it alive.
  worker.unref();
  return worker;
}

/**
 * The engine asks the thread for local time, so the thread runs in UTC: where the user lives is private, and a result
 * must not depend on it.
 *
 * Compilers that keep the names of classes call `__name`, which is not part of the class source.
 */
function workerSource(): string {
  return `'use strict';
const __name = (target) => target;
for (const part of ['FullYear', 'Month', 'Date', 'Day', 'Hours', 'Minutes', 'Seconds', 'Milliseconds']) {
  Date.prototype['get' + part] = Date.prototype['getUTC' + part];
}
Date.prototype.getTimezoneOffset = () => 0;
const { parentPort, workerData } = require('node:worker_threads');
const Engine = ${Engine.toString()};
const wasmMemory = new WebAssembly.Memory({ initial: ${INITIAL_PAGES}, maximum: workerData.memoryPages });
import(workerData.library)
  .then(({ newQuickJSWASMModule, newVariant, RELEASE_SYNC }) =>
    newQuickJSWASMModule(newVariant(RELEASE_SYNC, { wasmMemory })),
  )
  .then((quickjs) => new Engine(quickjs, parentPort, workerData));
`;
}
