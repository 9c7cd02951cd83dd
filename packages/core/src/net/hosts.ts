import { isIPv6 } from 'node:net';
import { fatal } from '../problems/error-codes.js';

/** Hosts that the user has allowed; only they may have private addresses. */
export interface AllowedHosts {
  /** @param hostname without brackets */
  has(hostname: string, port: number): boolean;
}

/**
 * Reads `--allow-host` entries: `localhost`, `10.0.0.5`, `::1`, `[::1]:8080`, `mock.test:8080`. An entry without a port
 * covers every port of the host.
 *
 * @throws GradingError NET-020 for an entry that is not a host
 */
export function parseAllowedHosts(entries: readonly string[]): AllowedHosts {
  const allowed = new Set(entries.map(parseEntry));
  return {
    has: (hostname, port) => {
      return allowed.has(hostname.toLowerCase()) || allowed.has(hostOf(hostname, port));
    },
  };
}

function parseEntry(entry: string): string {
  const text = isIPv6(entry) ? `[${entry}]` : entry;
  const port = /:(\d{1,5})$/.exec(text)?.[1];
  // The URL parser converts a host to the spelling that is compared later: lower case, punycode, 127.1 as
  // 127.0.0.1.
  const url = URL.canParse(`http://${text}`) ? new URL(`http://${text}`) : null;
  const isHost =
    url &&
    url.pathname === '/' &&
    !/[/?#@\s]/.test(text) &&
    /^([a-z0-9._-]+|\[[0-9a-f:]+\])$/.test(url.hostname);
  if (!isHost) throw fatal('NET-020', undefined, { entry });
  const host = bareHost(url.hostname);
  return port === undefined ? host : `${host} ${Number(port)}`;
}

/** Canonical spelling of a host and its port. */
export function hostOf(hostname: string, port: number): string {
  return `${bareHost(hostname.toLowerCase())} ${port}`;
}

/** Host and port of an address. */
export function hostOfUrl({ hostname, port, protocol }: URL): string {
  return hostOf(hostname, Number(port) || (protocol === 'https:' ? 443 : 80));
}

/** The host without the brackets that a URL puts around an IPv6 address. */
function bareHost(hostname: string): string {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
}

/** Redirects requests for one origin to another (a mock, a staging server). */
export type MapOrigin = (url: URL) => URL;

/**
 * Reads `--origin-map`. Path and query stay unchanged.
 *
 * @throws GradingError NET-021 for an entry that is not a plain http(s) origin
 */
export function parseOriginMap(entries: Readonly<Record<string, string>>): MapOrigin {
  const map = new Map(Object.entries(entries).map(([from, to]) => [parseOrigin(from), parseOrigin(to)]));
  return (url) => {
    const target = map.get(url.origin);
    return target === undefined ? url : new URL(`${target}${url.pathname}${url.search}`);
  };
}

function parseOrigin(entry: string): string {
  const url = URL.canParse(entry) ? new URL(entry) : null;
  const bare = url && /^https?:$/.test(url.protocol) && [url.origin, `${url.origin}/`].includes(url.href);
  if (!bare) throw fatal('NET-021', undefined, { entry });
  return url.origin;
}
