import type { AskingFlags } from './evaluator-options.js';

/** Converts flags into options for repeated calls of an evaluator; what is not set is left to the use case. */
export function askingOptions({ concurrency, retries, throttle, cache }: AskingFlags) {
  return {
    ...(concurrency !== undefined && { concurrency }),
    ...(retries !== undefined && { retries }),
    ...(throttle !== undefined && { throttleMs: throttle }),
    ...(cache !== undefined && { cache }),
  };
}
