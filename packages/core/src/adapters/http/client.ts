import type { LookupFunction } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { HttpClient, HttpOutcome } from '../../model/http.js';
import { fatal } from '../../tables/error-codes.js';
import { hostOfUrl, parseAllowedHosts } from './allowed-hosts.js';
import { exchange, type Wire } from './exchange.js';
import { failure } from './failure.js';
import { createGuardedAgent } from './guarded-agent.js';
import { parseOriginMap } from './origin-map.js';
import { createPace } from './pace.js';
import { isPlainHttp } from './redirect.js';
import { retryRateLimited } from './retry.js';

/** Longest all pauses of one request after a 429 may be together. */
const MAX_RETRY_WAIT_MS = 30_000;
const BACKOFF_MS = 1_000;

export interface HttpClientOptions {
  /** Hosts, with or without port, whose addresses may be private. */
  readonly allowHosts: readonly string[];
  /** Origin → origin that is called in its place. */
  readonly originMap: Readonly<Record<string, string>>;
  /** For one attempt as a whole, redirects and body included. */
  readonly timeoutMs: number;
  /** Most decoded bytes of a body that are read. */
  readonly maxBytes: number;
  readonly concurrency: number;
  readonly perHost: number;
  readonly throttleMs: number;
  /** Further attempts after a 429. */
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
 * The one way out to the network. Public addresses only (checked at connect time), http and https only,
 * no proxy, no cookies, at most five redirects, capped in time and size. Whatever a server does is a value.
 *
 * @throws GradingError NET-020, NET-021 or NET-022 for options that can not be used.
 */
export function createHttpClient(options: HttpClientOptions): HttpClient {
  checkNumbers(options);
  const sleep = options.surroundings?.sleep ?? ((ms: number) => delay(ms));
  const now = options.surroundings?.now ?? (() => new Date());
  const lookup = options.surroundings?.lookup;
  const allowed = parseAllowedHosts(options.allowHosts);
  const privateHosts = new Set<string>();
  const wire: Wire = {
    dispatcher: createGuardedAgent({
      ...{ allowed, timeoutMs: options.timeoutMs, ...(lookup && { lookup }) },
      onPrivate: (host) => privateHosts.add(host),
    }),
    isPrivate: (url) => privateHosts.has(hostOfUrl(url)),
    mapOrigin: parseOriginMap(options.originMap),
    timeoutMs: options.timeoutMs,
    maxBytes: options.maxBytes,
  };
  const pace = createPace({ ...options, sleep, now: () => now().getTime() });
  const retry = { retries: options.retries, backoffMs: BACKOFF_MS, maxWaitMs: MAX_RETRY_WAIT_MS, sleep, now };
  return {
    send: async (request, mayFollow) => {
      const url = URL.canParse(request.url) ? new URL(request.url) : null;
      if (!url || !isPlainHttp(url)) return badUrl();
      const { host } = wire.mapOrigin(url);
      const hop = { method: request.method, url, headers: request.headers, body: request.body ?? null };
      const attempt = () => exchange(hop, { ignoreBody: request.ignoreBody ?? false, wire, mayFollow });
      return pace.holdHost(host, () => retryRateLimited(() => pace.turn(host, attempt), retry));
    },
    close: () => wire.dispatcher.destroy(),
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
