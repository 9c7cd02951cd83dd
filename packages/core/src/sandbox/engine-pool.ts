import pLimit from 'p-limit';
import { SANDBOX_LIMITS } from './limits.js';

/** Memory for all engines of the process together, unless the configuration sets another limit. */
export const SANDBOX_HEAP_MB = 512;
/** Memory reserved for one engine: the least an engine needs. */
export const ENGINE_HEAP_MB = SANDBOX_LIMITS.memoryBytes / 1024 / 1024;

const places = pLimit(SANDBOX_HEAP_MB / ENGINE_HEAP_MB);

/** Sets the memory for all engines of the process together; running engines keep theirs. */
export function limitSandboxHeap(megabytes: number): void {
  places.concurrency = Math.max(1, Math.floor(megabytes / ENGINE_HEAP_MB));
}

/**
 * Waits for a free place among the engines of the process, first come, first served. No holder of a place waits for a
 * second one, so every place is given back.
 *
 * @returns a function that gives the place back; calling it again does nothing
 */
export function takeEnginePlace(): Promise<() => void> {
  return new Promise((give) => {
    void places(() => new Promise<void>((end) => give(end)));
  });
}
