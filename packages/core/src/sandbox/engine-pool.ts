import pLimit from 'p-limit';
import { SANDBOX_LIMITS } from './limits.js';

/** What all engines of the process may take together, unless the configuration says otherwise. */
export const SANDBOX_HEAP_MB = 512;
/** What one engine may take: less than this is no engine. */
export const ENGINE_HEAP_MB = SANDBOX_LIMITS.memoryBytes / 1024 / 1024;

const places = pLimit(SANDBOX_HEAP_MB / ENGINE_HEAP_MB);

/** Sets what all engines of the process may take together; engines that run already stay. */
export function limitSandboxHeap(megabytes: number): void {
  places.concurrency = Math.max(1, Math.floor(megabytes / ENGINE_HEAP_MB));
}

/**
 * Waits for a place among the engines of the process, first come, first served. Whoever has a place never waits for a
 * second one, so each is given back.
 *
 * @returns gives the place back; more than once is as good as once
 */
export function takeEnginePlace(): Promise<() => void> {
  return new Promise((give) => {
    void places(() => new Promise<void>((end) => give(end)));
  });
}
