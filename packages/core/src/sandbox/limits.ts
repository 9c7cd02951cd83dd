import pLimit from 'p-limit';

/** Limits for a stranger's code. An honest handler needs only a fraction of what they allow. */
export interface SandboxLimits {
  /** Heap of the engine, in bytes. */
  readonly memoryBytes: number;
  /** Stack of the engine, in bytes. */
  readonly stackBytes: number;
  /** Maximum time the code may compute without giving control back; then the engine interrupts it. */
  readonly sliceMs: number;
  /** Maximum time a worker may be silent while no request is pending; then it is terminated. */
  readonly silenceMs: number;
  /** Maximum time the engine may take to start; no stranger's code runs before that. */
  readonly startMs: number;
  /** Maximum time one command may take, including its requests; then the worker is terminated. */
  readonly wallMs: number;
  /** Maximum number of bytes of JSON text in a result or in one request. */
  readonly resultBytes: number;
  /** Maximum number of requests one call of a handler may make. */
  readonly requests: number;
  /** Maximum number of timers that may fire during one command. */
  readonly timers: number;
}

/** Maximum size of the script of a library, in bytes. */
export const SCRIPT_BYTES = 4 * 1024 * 1024;
/** Maximum number of libraries that one schema may load. */
export const MOST_SCRIPTS = 12;

export const SANDBOX_LIMITS: SandboxLimits = {
  memoryBytes: 128 * 1024 * 1024,
  stackBytes: 256 * 1024,
  sliceMs: 5_000,
  silenceMs: 10_000,
  startMs: 60_000,
  wallMs: 120_000,
  resultBytes: 8 * 1024 * 1024,
  requests: 25,
  timers: 1_000,
};

/** Limits of the thread that runs the engine: deep recursion in the engine also uses up the stack of the thread. */
export const WORKER_LIMITS = {
  maxOldGenerationSizeMb: 192,
  maxYoungGenerationSizeMb: 32,
  stackSizeMb: 8,
} as const;

/** Memory for all engines of the process together, unless the configuration sets another limit. */
export const SANDBOX_HEAP_MB = 512;
/** Memory reserved for one engine: the minimum that an engine needs. */
export const ENGINE_HEAP_MB = SANDBOX_LIMITS.memoryBytes / 1024 / 1024;

const places = pLimit(SANDBOX_HEAP_MB / ENGINE_HEAP_MB);

/** Sets the memory for all engines of the process together; running engines keep theirs. */
export function limitSandboxHeap(megabytes: number): void {
  places.concurrency = Math.max(1, Math.floor(megabytes / ENGINE_HEAP_MB));
}

/**
 * Waits for a place among the engines that the process may run at the same time, first come, first served. Code that
 * holds a place never waits for another one, so every place is given back in the end.
 *
 * @returns a function that gives the place back; calling it again does nothing
 */
export function takeEnginePlace(): Promise<() => void> {
  return new Promise((give) => {
    void places(() => new Promise<void>((end) => give(end)));
  });
}
