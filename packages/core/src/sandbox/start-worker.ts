import { Worker } from 'node:worker_threads';
import { Engine } from './engine.js';
import { type SandboxLimits, WORKER_LIMITS } from './limits.js';
import type { EngineSettings } from './messages.js';
import { PRELUDE } from './prelude.js';

/**
 * Starts the thread an engine lives in: no environment, no arguments, no streams of ours, a heap that is capped. It runs
 * the source of the class `Engine`, so that no file has to lie beside us: we run from sources, from `dist`, and bundled
 * into one file (decision 0049). Loaders that the host was started with are not inherited.
 *
 * @returns the worker when its engine is there; a text where it does not get there
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

function createWorker(limits: SandboxLimits): Worker {
  const { memoryBytes, stackBytes, sliceMs, resultBytes, requests } = limits;
  const settings: EngineSettings = {
    library: import.meta.resolve('quickjs-emscripten'),
    prelude: PRELUDE,
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
  // A thread that is idle must not keep the process alive; while it is asked, a timer does.
  worker.unref();
  return worker;
}

/**
 * The engine asks the thread for local time; it is UTC there, for where and how somebody lives is nobody's business, and
 * a result must not depend on it.
 *
 * Compilers that keep the names of classes call `__name`, which is nowhere in a source on its own.
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
import(workerData.library)
  .then(({ getQuickJS }) => getQuickJS())
  .then((quickjs) => new Engine(quickjs, parentPort, workerData));
`;
}
