import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import { readOwnPackage } from '../../../files/own-package.js';
import { problem } from '../../../problems/error-codes.js';
import { isRecord } from '../../../values/is-record.js';
import type { Asking, Fault } from './fault.js';
import { countValues, isDeeperThan } from './limits.js';
import { faultOf, type Link } from './link.js';
import type { Reply, Session } from './session.js';

/** The newest revision with a handshake, and the revision that dropped it. */
const WITH_HANDSHAKE = '2025-11-25';
const WITHOUT_HANDSHAKE = '2026-07-28';
/** An older server may not answer requests before its handshake; after this time the handshake is sent as well. */
const SILENCE_MS = 2_000;

const META = 'io.modelcontextprotocol';
const DISCOVER = 'server/discover';
const INITIALIZE = 'initialize';

/** How a server describes itself, unchanged. */
export interface Greeting {
  readonly serverInfo: unknown;
  readonly protocolVersion: unknown;
  readonly capabilities: unknown;
  /** Sent with every further request. */
  readonly meta?: Readonly<Record<string, unknown>>;
}

interface Greeted {
  readonly session: Session;
  readonly link: Link;
  readonly asking: Asking;
}

/**
 * Opens the conversation: with server/discover (2026-07-28), otherwise with initialize (2024-11-05 to 2025-11-25).
 *
 * @param mayDiscover false if the server is known to be older, or ended on server/discover
 */
export async function greet(greeted: Greeted, mayDiscover: boolean): Promise<Greeting | Fault> {
  if (!mayDiscover) return initialize(greeted);
  const discovered = discover(greeted);
  const early = await Promise.race([discovered, delay(SILENCE_MS, null, { ref: false })]);
  if (early !== null && (!('problem' in early) || !early.answered)) return early;
  const initialized = await initialize(greeted);
  if (early !== null) return initialized;
  // A newer server with a slow start may have answered the first request meanwhile, or may refuse the second one.
  const late = await ('problem' in initialized ? discovered : settled(discovered));
  return late === null ? initialized : preferGreeting(late, initialized);
}

/** The value of a promise if it is settled by now, otherwise null. */
function settled<T>(promise: Promise<T>): Promise<T | null> {
  return Promise.race([promise, nextTurn(null)]);
}

function preferGreeting(late: Greeting | Fault, handshake: Greeting | Fault): Greeting | Fault {
  return 'problem' in late ? handshake : late;
}

async function discover({ session, asking }: Greeted): Promise<Greeting | Fault> {
  const meta = {
    [`${META}/protocolVersion`]: WITHOUT_HANDSHAKE,
    [`${META}/clientInfo`]: clientInfo(),
    [`${META}/clientCapabilities`]: {},
  };
  const result = readRecord(await session.request(DISCOVER, { _meta: meta }), DISCOVER, asking);
  if ('fault' in result) return result.fault;
  const { supportedVersions, capabilities, _meta, serverInfo } = result.record;
  if (!Array.isArray(supportedVersions) || !supportedVersions.includes(WITHOUT_HANDSHAKE)) {
    return notMcp(asking, `its answer to ${DISCOVER} does not name revision ${WITHOUT_HANDSHAKE}`);
  }
  const identity = isRecord(_meta) ? (_meta[`${META}/serverInfo`] ?? serverInfo) : serverInfo;
  return { serverInfo: identity, protocolVersion: WITHOUT_HANDSHAKE, capabilities, meta };
}

async function initialize({ session, link, asking }: Greeted): Promise<Greeting | Fault> {
  const params = { protocolVersion: WITH_HANDSHAKE, capabilities: {}, clientInfo: clientInfo() };
  const result = readRecord(await session.request(INITIALIZE, params), INITIALIZE, asking);
  if ('fault' in result) return result.fault;
  const { serverInfo, protocolVersion, capabilities } = result.record;
  // The version goes into a header.
  if (typeof protocolVersion === 'string' && /^[\w.-]{1,100}$/.test(protocolVersion)) {
    link.agree(protocolVersion);
  }
  session.notify('notifications/initialized');
  return { serverInfo, protocolVersion, capabilities };
}

function readRecord(
  reply: Reply,
  method: string,
  asking: Asking,
): { readonly record: Readonly<Record<string, unknown>> } | { readonly fault: Fault } {
  if ('fault' in reply) return reply;
  const { result } = reply;
  if (!isRecord(result)) return { fault: notMcp(asking, `its answer to ${method} is no object`) };
  const { target, limits } = asking;
  if (countValues(result, limits.values) > limits.values) {
    return { fault: faultOf(problem('MCP-027', undefined, { target, method, limit: limits.values })) };
  }
  if (!isDeeperThan(result, limits.depth)) return { record: result };
  return { fault: faultOf(problem('MCP-026', undefined, { target, method, limit: limits.depth })) };
}

function notMcp({ target }: Asking, reason: string): Fault {
  return { problem: problem('MCP-006', undefined, { target, reason }), answered: true };
}

function clientInfo() {
  return { name: 'flowmcp-grading', version: readOwnPackage().version };
}
