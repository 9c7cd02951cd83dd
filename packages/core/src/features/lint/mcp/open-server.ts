import { resolve } from 'node:path';
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { readOwnPackage } from '../../../files/own-package.js';
import { createRedactor } from '../../../keys/logic/redact.js';
import { type Deadline, startDeadline } from '../../../net/deadline.js';
import { problem } from '../../../problems/error-codes.js';
import type { Problem } from '../../../problems/problem.js';
import { isRecord } from '../../../values/is-record.js';
import type { Network } from './guarded-http.js';
import { type Asking, createBudget, type Fault, faultOf, type Link } from './link.js';
import {
  CAPABILITIES,
  countValues,
  isDeeperThan,
  MCP_LIMITS,
  type McpOptions,
  type McpTarget,
  TIMEOUT_MS,
} from './query.js';
import { type Reply, Session } from './session.js';
import { prepareHttp, prepareStdio, type WayIn } from './ways-in.js';

/** A server after its greeting. */
export interface OpenServer {
  readonly asking: Asking;
  readonly greeting: Greeting;
  readonly session: Session;
  /** Opens the stream for messages that answer no request. */
  listen(): void;
  /** Ends the session; leaves no process or connection. */
  close(): Promise<void>;
}

/**
 * Connects to an MCP server and reads its greeting. One time limit covers everything until `close`.
 *
 * @param network name resolution and dialling, for tests
 * @returns MCP-001 … MCP-014, MCP-026 and MCP-027 if that fails; then nothing is left open
 * @throws GradingError NET-020 for an entry of allowHosts that is not a host
 */
export async function openServer(
  target: McpTarget,
  options: McpOptions,
  network: Network = {},
): Promise<OpenServer | Problem> {
  const prepared = target.kind === 'http' ? prepareHttp(target, options, network) : prepareStdio(target);
  if ('code' in prepared) return prepared;
  const limits = { ...MCP_LIMITS, ...options.limits };
  const redactor = createRedactor([...prepared.secrets, ...(target.secrets ?? [])]);
  const asking: Asking = {
    // Some addresses contain a key in their path.
    target: target.name ?? redactor.text(prepared.name),
    limits,
    redactor,
    budget: createBudget(limits.totalBytes),
    client: {
      capabilities: CAPABILITIES.filter((one) => options.capabilities?.includes(one)),
      roots: (options.roots ?? []).map((folder) => pathToFileURL(resolve(folder)).href),
    },
    isProgram: target.kind === 'stdio',
  };
  const timeoutMs = options.timeoutMs ?? TIMEOUT_MS;
  const { ways, leadsOn, telling, dispose } = prepared.findWays(asking);
  const deadline = startDeadline(timeoutMs, undefined);
  const faults: Fault[] = [];
  for (const way of ways) {
    const entered = await enter(way, { asking, timeoutMs, deadline });
    if ('session' in entered) {
      const close = async () => {
        deadline.clear();
        await entered.close();
        await dispose();
      };
      return { asking, ...entered, close };
    }
    faults.push(entered);
    if (!leadsOn(entered)) break;
  }
  deadline.clear();
  await dispose();
  const told = telling === 'first' ? faults[0] : faults.at(-1);
  if (told === undefined) throw new Error('a target without a way in');
  return told.problem;
}

interface Entering {
  readonly asking: Asking;
  readonly timeoutMs: number;
  readonly deadline: Deadline;
}

async function enter(
  { createLink, mayDiscover }: WayIn,
  { asking, timeoutMs, deadline }: Entering,
): Promise<Omit<OpenServer, 'asking'> | Fault> {
  const link = createLink();
  const session = new Session(link, asking);
  const onTimeout = () => session.end((method) => describeTimeout(method, session, { asking, timeoutMs }));
  deadline.signal.addEventListener('abort', onTimeout);
  if (deadline.signal.aborted) onTimeout();
  const { target } = asking;
  const close = async () => {
    deadline.signal.removeEventListener('abort', onTimeout);
    session.end((method) => faultOf(problem('MCP-012', undefined, { target, method })));
    await link.close();
  };
  const failed = await Promise.race([link.open(session), session.whenEnded('the connection attempt')]);
  const greeting = failed ?? (await greet({ link, session, asking }, mayDiscover));
  if (!('problem' in greeting)) return { greeting, session, listen: () => link.listen(), close };
  await close();
  return greeting;
}

function describeTimeout(
  method: string,
  session: Session,
  { asking: { target }, timeoutMs }: Pick<Entering, 'asking' | 'timeoutMs'>,
): Fault {
  const args = { target, method, seconds: timeoutMs / 1000, aside: session.describeStrays() };
  return faultOf(problem('MCP-005', undefined, args));
}

/** The revisions that have a handshake, the newest first, and the revision that dropped the handshake. */
const WITH_HANDSHAKE = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const;
const WITHOUT_HANDSHAKE = '2026-07-28';
/** An older server may not answer requests before its handshake; after this time the handshake is sent as well. */
const SILENCE_MS = 2_000;

const META = 'io.modelcontextprotocol';
const DISCOVER = 'server/discover';
const INITIALIZE = 'initialize';

/** How a server describes itself, unchanged. */
interface Greeting {
  readonly serverInfo: unknown;
  readonly protocolVersion: unknown;
  readonly capabilities: unknown;
  readonly instructions: unknown;
  /** Metadata that is sent with every further request, from the revision without handshake on. */
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
 * @param mayDiscover whether to try server/discover; false for a server that is known not to support it, or that shut
 *   down because of it
 */
async function greet(greeted: Greeted, mayDiscover: boolean): Promise<Greeting | Fault> {
  if (!mayDiscover) return initialize(greeted);
  const discovered = discover(greeted);
  const early = await Promise.race([discovered, delay(SILENCE_MS, null, { ref: false })]);
  if (early !== null && (!('problem' in early) || !early.answered)) return early;
  const initialized = await initialize(greeted);
  if (early !== null) return initialized;
  // Meanwhile, a newer server that starts slowly may have answered the first request, or may refuse the second one.
  const late = await ('problem' in initialized ? discovered : settled(discovered));
  return late === null ? initialized : preferGreeting(late, initialized);
}

/** The value of a promise if it has already settled, otherwise null. */
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
    [`${META}/clientCapabilities`]: declaredOf(asking),
  };
  const result = readRecord(await session.request(DISCOVER, { _meta: meta }), DISCOVER, asking);
  if ('fault' in result) return result.fault;
  const { supportedVersions, capabilities, instructions, _meta, serverInfo } = result.record;
  if (!Array.isArray(supportedVersions) || !supportedVersions.includes(WITHOUT_HANDSHAKE)) {
    return notMcp(asking, `its answer to ${DISCOVER} does not name revision ${WITHOUT_HANDSHAKE}`);
  }
  const identity = isRecord(_meta) ? (_meta[`${META}/serverInfo`] ?? serverInfo) : serverInfo;
  return { serverInfo: identity, protocolVersion: WITHOUT_HANDSHAKE, capabilities, instructions, meta };
}

async function initialize({ session, link, asking }: Greeted): Promise<Greeting | Fault> {
  const request = (revision: string) =>
    session.request(INITIALIZE, {
      protocolVersion: revision,
      capabilities: declaredOf(asking),
      clientInfo: clientInfo(),
    });
  const [newest, ...others] = WITH_HANDSHAKE;
  let reply = await request(newest);
  const supported = 'fault' in reply ? (reply.fault.refusal?.supported ?? []) : [];
  const shared = others.find((revision) => supported.includes(revision));
  if (shared !== undefined) {
    session.observe(
      'version-retry',
      `the server refused revision ${newest} and was asked again with ${shared}`,
    );
    reply = await request(shared);
  }
  const result = readRecord(reply, INITIALIZE, asking);
  if ('fault' in result) return result.fault;
  const { serverInfo, protocolVersion, capabilities, instructions } = result.record;
  // Agree only on a version that can be sent in a header.
  if (typeof protocolVersion === 'string' && /^[\w.-]{1,100}$/.test(protocolVersion)) {
    link.agree(protocolVersion);
  }
  session.notify('notifications/initialized');
  return { serverInfo, protocolVersion, capabilities, instructions };
}

/** The declared capabilities as both revisions write them. */
function declaredOf({ client }: Asking): Readonly<Record<string, unknown>> {
  return Object.fromEntries(client.capabilities.map((name) => [name, {}]));
}

function readRecord(
  reply: Reply,
  method: string,
  asking: Asking,
): { readonly record: Readonly<Record<string, unknown>> } | { readonly fault: Fault } {
  if ('fault' in reply) return reply;
  const { result } = reply;
  if (!isRecord(result)) return { fault: notMcp(asking, `its answer to ${method} is not an object`) };
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
