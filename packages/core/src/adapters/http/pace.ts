import pLimit, { type LimitFunction } from 'p-limit';

export interface PaceOptions {
  /** Requests under way at any time, all hosts together. */
  readonly concurrency: number;
  readonly perHost: number;
  /** Least time between the starts of two requests to one host. */
  readonly throttleMs: number;
  readonly sleep: (ms: number) => Promise<void>;
  readonly now: () => number;
}

export interface Pace {
  /** Holds one of the host's places while `job` runs, pauses between attempts included. */
  holdHost<T>(host: string, job: () => Promise<T>): Promise<T>;
  /** Runs one attempt when the host's throttle and the total limit allow it. */
  turn<T>(host: string, job: () => Promise<T>): Promise<T>;
}

interface HostState {
  readonly limit: LimitFunction;
  lastStart: number;
}

/**
 * Limits in two steps, so that a job that waits for its host (or sleeps after a 429) takes no place away
 * from jobs of other hosts.
 */
export function createPace({ concurrency, perHost, throttleMs, sleep, now }: PaceOptions): Pace {
  const total = pLimit(concurrency);
  const hosts = new Map<string, HostState>();
  const stateOf = (host: string): HostState => {
    const known = hosts.get(host);
    if (known) return known;
    // A throttle is a promise about the order of starts; only one at a time can keep it exactly.
    const fresh = { limit: pLimit(throttleMs > 0 ? 1 : perHost), lastStart: Number.NEGATIVE_INFINITY };
    hosts.set(host, fresh);
    return fresh;
  };
  return {
    holdHost: (host, job) => stateOf(host).limit(job),
    turn: async (host, job) => {
      const state = stateOf(host);
      const wait = state.lastStart + throttleMs - now();
      if (throttleMs > 0 && wait > 0) await sleep(wait);
      return total(() => {
        state.lastStart = now();
        return job();
      });
    },
  };
}
