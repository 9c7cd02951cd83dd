import { createRedactor } from '../../../keys/logic/redact.js';
import { type Deadline, startDeadline } from '../../../net/deadline.js';
import { problem } from '../../../problems/error-codes.js';
import type { Problem } from '../../../problems/problem.js';
import type { McpOptions, McpTarget } from '../logic/mcp-target.js';
import { type Asking, createBudget, type Fault } from './fault.js';
import { type Greeting, greet } from './greet.js';
import type { Network } from './guarded-http.js';
import { MCP_LIMITS, TIMEOUT_MS } from './limits.js';
import { faultOf } from './link.js';
import { Session } from './session.js';
import { prepareHttp, prepareStdio, type WayIn } from './ways-in.js';

/** A server after its greeting. */
export interface OpenServer {
  readonly asking: Asking;
  readonly greeting: Greeting;
  readonly session: Session;
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
  const redactor = createRedactor(prepared.secrets);
  const asking: Asking = {
    // Some addresses contain a key in their path.
    target: redactor.text(prepared.name),
    limits,
    redactor,
    budget: createBudget(limits.totalBytes),
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
  const failed = await Promise.race([link.open(session), session.whenEnded('a connection')]);
  const greeting = failed ?? (await greet({ link, session, asking }, mayDiscover));
  if (!('problem' in greeting)) return { greeting, session, close };
  await close();
  return greeting;
}

function describeTimeout(
  method: string,
  { strays }: Session,
  { asking: { target }, timeoutMs }: Pick<Entering, 'asking' | 'timeoutMs'>,
): Fault {
  const aside = strays === 0 ? '' : `, and ${strays} times something that answers nothing`;
  const args = { target, method, seconds: timeoutMs / 1000, aside };
  return faultOf(problem('MCP-005', undefined, args));
}
