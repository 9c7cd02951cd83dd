import { lookup as systemLookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import { describeProblem, problem } from '../problems/error-codes.js';
import { type AllowedHosts, hostOf } from './hosts.js';

export interface GuardOptions {
  readonly allowed: AllowedHosts;
  readonly timeoutMs: number;
  readonly lookup?: LookupFunction;
  /** Called with each host, as spelled by `hostOf`, at which an allowed private address was reached. */
  readonly onPrivate?: (host: string) => void;
  /** Creates the connector that dials; default: undici's own, replaced in tests. */
  readonly build?: typeof buildConnector;
}

/**
 * A connector that dials public addresses only. It checks the very addresses that are dialled, at connection time, so a
 * name that resolves differently after a check gains nothing. Literal addresses skip the lookup, so they are checked
 * before dialling; the peer of each connection is checked once it is open.
 */
export function createGuardedConnector({
  allowed,
  timeoutMs,
  lookup = systemLookup as LookupFunction,
  onPrivate = () => undefined,
  build = buildConnector,
}: GuardOptions): buildConnector.connector {
  const open = build({ timeout: timeoutMs, lookup });
  const guarded = build({ timeout: timeoutMs, lookup: guardLookup(lookup) });
  return (options, callback) => {
    const port = Number(options.port) || (options.protocol === 'https:' ? 443 : 80);
    if (allowed.has(options.hostname, port)) {
      open(options, (error, socket) => {
        if (error) return callback(error, null);
        if (specialRange(socket.remoteAddress ?? '') !== null) onPrivate(hostOf(options.hostname, port));
        callback(null, socket);
      });
      return;
    }
    const literal = isIP(options.hostname) ? specialRange(options.hostname) : null;
    if (literal) return callback(new BlockedAddress(options.hostname, literal), null);
    guarded(options, (error, socket) => {
      if (error) return callback(error, null);
      const peer = socket.remoteAddress ?? '';
      const range = specialRange(peer);
      if (range === null) return callback(null, socket);
      socket.destroy();
      callback(new BlockedAddress(peer, range), null);
    });
  };
}

/** A lookup that returns public addresses only, and an error if there are none. */
export function guardLookup(lookup: LookupFunction): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, answer) => {
      if (error) return callback(error, '', 0);
      const addresses = typeof answer === 'string' ? [{ address: answer, family: isIP(answer) }] : answer;
      const open = addresses.filter(({ address }) => specialRange(address) === null);
      const [first] = open;
      if (!first) {
        const address = addresses[0]?.address ?? '';
        return callback(new BlockedAddress(address, specialRange(address) ?? 'no address'), '', 0);
      }
      if (options.all) callback(null, open);
      else callback(null, first.address, first.family);
    });
  };
}

/** Passed to a connect callback, which only accepts errors. */
class BlockedAddress extends Error {
  readonly code = 'BLOCKED_ADDRESS';

  constructor(address: string, range: string) {
    super(describeProblem(problem('NET-007', undefined, { address, range })).message);
  }
}

type Range = readonly [net: string, prefix: number, what: string];

/** IANA special-purpose registries, multicast and reserved ranges; also the ranges that embed an IPv4 address. */
const RANGES: readonly Range[] = [
  ['0.0.0.0', 8, 'this host or network'],
  ['10.0.0.0', 8, 'private'],
  ['100.64.0.0', 10, 'shared carrier space'],
  ['127.0.0.0', 8, 'loopback'],
  ['169.254.0.0', 16, 'link-local'],
  ['172.16.0.0', 12, 'private'],
  ['192.0.0.0', 24, 'protocol assignments'],
  ['192.0.2.0', 24, 'documentation'],
  ['192.31.196.0', 24, 'AS112'],
  ['192.52.193.0', 24, 'AMT'],
  ['192.88.99.0', 24, '6to4 relay'],
  ['192.168.0.0', 16, 'private'],
  ['192.175.48.0', 24, 'AS112'],
  ['198.18.0.0', 15, 'benchmarking'],
  ['198.51.100.0', 24, 'documentation'],
  ['203.0.113.0', 24, 'documentation'],
  ['224.0.0.0', 4, 'multicast'],
  ['240.0.0.0', 4, 'reserved'],
  ['::', 128, 'unspecified'],
  ['::1', 128, 'loopback'],
  ['::ffff:0:0', 96, 'IPv4-mapped'],
  ['64:ff9b::', 96, 'NAT64'],
  ['64:ff9b:1::', 48, 'NAT64'],
  ['100::', 64, 'discard-only'],
  ['2001::', 23, 'protocol assignments, Teredo'],
  ['2001:db8::', 32, 'documentation'],
  ['2002::', 16, '6to4'],
  ['2620:4f:8000::', 48, 'AS112'],
  ['3fff::', 20, 'documentation'],
  ['5f00::', 16, 'segment routing'],
  ['fc00::', 7, 'unique local'],
  ['fe80::', 10, 'link-local'],
  ['fec0::', 10, 'site-local'],
  ['ff00::', 8, 'multicast'],
  // Only 2000::/3 is allocated for global unicast; no public server is outside it.
  ['::', 3, 'not global unicast'],
  ['4000::', 2, 'not global unicast'],
  ['8000::', 1, 'not global unicast'],
];

interface Rule {
  readonly family: 'ipv4' | 'ipv6';
  readonly list: BlockList;
  readonly what: string;
}

const RULES: readonly Rule[] = RANGES.map(([net, prefix, what]) => {
  const family = isIP(net) === 4 ? 'ipv4' : 'ipv6';
  const list = new BlockList();
  list.addSubnet(net, prefix, family);
  return { family, list, what };
});

/**
 * The special range of an IP address, or null for a public address. Text that is not an IP address counts as special:
 * an address that cannot be judged is not contacted.
 */
export function specialRange(address: string): string | null {
  const version = isIP(address);
  if (version === 0) return 'no IP address';
  const family = version === 4 ? 'ipv4' : 'ipv6';
  // Only addresses on the local link have a zone (RFC 4007), whatever their range.
  const zoned = address.includes('%') ? 'an address with a zone' : null;
  // Apply rules of the same family only: BlockList would judge ::ffff:1.2.3.4 by the IPv4 rules alone.
  return RULES.find((rule) => rule.family === family && rule.list.check(address, family))?.what ?? zoned;
}
