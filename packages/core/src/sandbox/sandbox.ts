import type { Worker } from 'node:worker_threads';
import { converse } from './converse.js';
import { takeEnginePlace } from './engine-pool.js';
import { SANDBOX_LIMITS, type SandboxLimits } from './limits.js';
import type { HandlerFetch } from './logic/handlers.js';
import { type CodeEngine, isEnding, type SandboxCommand, type SandboxReply } from './messages.js';
import { startWorker } from './start-worker.js';

const NO_REQUESTS: HandlerFetch = async () => JSON.stringify({ error: 'requests are not possible here' });

/**
 * A separate engine for untrusted code (QuickJS in its own thread). It has no object of ours, no files, no environment
 * and no network; every outcome is a reply. It runs one command at a time; after a reply with the failure `limit` or
 * `engine` the thread is gone, and the next command starts a new, empty one. It starts when there is a free place among
 * all engines of the process, and keeps the place until it is closed.
 */
export class Sandbox implements CodeEngine {
  readonly #limits: SandboxLimits;
  #worker: Worker | null = null;
  #leave: (() => void) | null = null;

  constructor(limits: Partial<SandboxLimits> = {}) {
    this.#limits = { ...SANDBOX_LIMITS, ...limits };
  }

  get isRunning(): boolean {
    return this.#worker !== null;
  }

  async run(command: SandboxCommand, onRequest: HandlerFetch = NO_REQUESTS): Promise<SandboxReply> {
    const started = this.#worker ?? (await this.#start());
    if (typeof started === 'string') return { ok: false, failure: 'engine', reason: started };
    const reply = await converse(started, { command, onRequest, limits: this.#limits });
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
