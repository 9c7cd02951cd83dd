import type { LookupFunction } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { LimitFunction } from 'p-limit';
import pLimit from 'p-limit';
import { fatal } from '../problems/error-codes.js';
import { exchange, type Wire } from './exchange.js';
import { failure } from './failure.js';
import { hostOfUrl, parseAllowedHosts, parseOriginMap } from './hosts.js';
import type { HttpClient, HttpOutcome } from './logic/http.js';
import { openNetwork } from './network.js';
import { retryRateLimited } from './retry.js';
import { isPlainHttp } from './url.js';

export interface HttpClientOptions {
  /** Hosts, with or without port, whose addresses may be private. */
  readonly allowHosts: readonly string[];
  /** Maps an origin to the origin that is called in its place. */
  readonly originMap: Readonly<Record<string, string>>;
  /** Time limit for one whole attempt, including redirects and body. */
  readonly timeoutMs: number;
  /** Maximum number of decoded bytes to read from a body. */
  readonly maxBytes: number;
  readonly concurrency: number;
  readonly perHost: number;
  readonly throttleMs: number;
  /** Maximum number of retries after a 429. */
  readonly retries: number;
  /** Clock, sleep and name resolution, for tests. */
  readonly surroundings?: Partial<Surroundings>;
}

interface Surroundings {
  readonly sleep: (ms: number) => Promise<void>;
  readonly now: () => Date;
  readonly lookup: LookupFunction;
}

/**
 * The network of a pretest. It calls only public addresses and allowed hosts (checked when connecting), by http or
 * https, without a proxy or cookies, with at most five redirects, and within limits on time and size. Whatever a server
 * does is returned as a value.
 *
 * @throws GradingError NET-020, NET-021 or NET-022 for unusable options
 */
export function createHttpClient(options: HttpClientOptions): HttpClient {
  checkNumbers(options);
  const sleep = options.surroundings?.sleep ?? ((ms: number) => delay(ms));
  const now = options.surroundings?.now ?? (() => new Date());
  const lookup = options.surroundings?.lookup;
  const allowed = parseAllowedHosts(options.allowHosts);
  const privateHosts = new Set<string>();
  const network = openNetwork({
    reach: allowed,
    connectMs: options.timeoutMs,
    onPrivate: (host) => privateHosts.add(host),
    ...(lookup && { lookup }),
  });
  const wire: Wire = {
    send: network.send,
    isPrivate: (url) => privateHosts.has(hostOfUrl(url)),
    mapOrigin: parseOriginMap(options.originMap),
    timeoutMs: options.timeoutMs,
    maxBytes: options.maxBytes,
  };
  const pace = createPace({ ...options, sleep, now: () => now().getTime() });
  const retry = { retries: options.retries, sleep, now };
  return {
    send: async (request, mayFollow) => {
      const url = URL.canParse(request.url) ? new URL(request.url) : null;
      if (!url || !isPlainHttp(url)) return badUrl();
      const { host } = wire.mapOrigin(url);
      const hop = { method: request.method, url, headers: request.headers, body: request.body ?? null };
      const attempt = () => exchange(hop, { ignoreBody: request.ignoreBody ?? false, wire, mayFollow });
      return pace.holdHost(host, () => retryRateLimited(() => pace.turn(host, attempt), retry));
    },
    close: () => network.close(),
  };
}

function badUrl(): HttpOutcome {
  return { kind: 'failed', ...failure('bad-url', 'NET-011'), status: null, durationMs: 0 };
}

function checkNumbers(options: HttpClientOptions): void {
  const least = { timeoutMs: 1, maxBytes: 1, concurrency: 1, perHost: 1, throttleMs: 0, retries: 0 };
  for (const [option, min] of Object.entries(least) as [keyof typeof least, number][]) {
    const value = options[option];
    if (!Number.isSafeInteger(value) || value < min) {
      throw fatal('NET-022', undefined, { option, value, min });
    }
  }
}

interface PaceOptions {
  /** Maximum number of concurrent requests to all hosts together. */
  readonly concurrency: number;
  readonly perHost: number;
  /** Minimum time between the starts of two requests to one host. */
  readonly throttleMs: number;
  readonly sleep: (ms: number) => Promise<void>;
  readonly now: () => number;
}

interface Pace {
  /** Occupies one of the host's slots while `job` runs, including pauses between attempts. */
  holdHost<T>(host: string, job: () => Promise<T>): Promise<T>;
  /** Runs one attempt once the host's throttle and the total limit allow it. */
  turn<T>(host: string, job: () => Promise<T>): Promise<T>;
}

interface HostState {
  readonly limit: LimitFunction;
  lastStart: number;
}

/**
 * Limits requests in two steps, so that a job that waits for its host (or sleeps after a 429) does not hold up jobs for
 * other hosts.
 */
export function createPace({ concurrency, perHost, throttleMs, sleep, now }: PaceOptions): Pace {
  const total = pLimit(concurrency);
  const hosts = new Map<string, HostState>();
  const stateOf = (host: string): HostState => {
    const known = hosts.get(host);
    if (known) return known;
    // A throttle promises a delay between starts, which is exact only if the jobs for a host run one at a time.
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
