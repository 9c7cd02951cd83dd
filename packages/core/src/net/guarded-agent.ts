import { lookup as systemLookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, buildConnector } from 'undici';
import { describeProblem, problem } from '../problems/error-codes.js';
import { type AllowedHosts, hostOf } from './allowed-hosts.js';
import { specialRange } from './special-addresses.js';

/** Passed to a connect callback, which only accepts errors. */
class BlockedAddress extends Error {
  readonly code = 'BLOCKED_ADDRESS';

  constructor(address: string, range: string) {
    super(describeProblem(problem('NET-007', undefined, { address, range })).message);
  }
}

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
 * name that changes its answer after a check gains nothing. Literal addresses skip the lookup and are checked before;
 * the peer is checked after.
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

/** More than any honest answer has; set explicitly, because NODE_OPTIONS could change the default. */
const MAX_HEADER_BYTES = 32 * 1024;

/** Dials public addresses only and limits the size of headers. */
export function createGuardedAgent(options: GuardOptions): Agent {
  return new Agent({ connect: createGuardedConnector(options), maxHeaderSize: MAX_HEADER_BYTES });
}
