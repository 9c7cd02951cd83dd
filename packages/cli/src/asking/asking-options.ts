import type { AskingFlags } from './evaluator-options.js';

/** How an evaluator is asked many times, as the flags say it; what they do not say is left to the use case. */
export function askingOptions({ concurrency, retries, throttle, cache }: AskingFlags) {
  return {
    ...(concurrency !== undefined && { concurrency }),
    ...(retries !== undefined && { retries }),
    ...(throttle !== undefined && { throttleMs: throttle }),
    ...(cache !== undefined && { cache }),
  };
}
