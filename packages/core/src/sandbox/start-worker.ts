import { Worker } from 'node:worker_threads';
import { Engine } from './engine.js';
import { type SandboxLimits, WORKER_LIMITS } from './limits.js';
import type { EngineSettings } from './messages.js';
import { PRELUDE } from './prelude.js';

/**
 * Starts the thread an engine lives in: without environment, arguments or streams of ours, and with a capped heap. It
 * runs the source text of the class `Engine`, so that it needs no file beside us: we run from sources, from `dist`, and
 * bundled into one file (decision 0049). The thread does not inherit the host's loaders.
 *
 * @returns the worker once its engine is ready, or a text that explains why it could not start
 */
export function startWorker(limits: SandboxLimits): Promise<Worker | string> {
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
/** Memory that the engine is built to start with. */
const INITIAL_PAGES = 256;

function createWorker(limits: SandboxLimits): Worker {
  const { memoryBytes, stackBytes, sliceMs, resultBytes, requests } = limits;
  const settings: EngineSettings = {
    library: import.meta.resolve('quickjs-emscripten'),
    prelude: PRELUDE,
    memoryPages: Math.max(INITIAL_PAGES, Math.floor(memoryBytes / PAGE_BYTES)),
    ...{ memoryBytes, stackBytes, sliceMs, resultBytes, requests },
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
  // An idle thread must not keep the process alive; during a command, a timer does.
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
