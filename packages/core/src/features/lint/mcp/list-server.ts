import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { describeProblem, problem } from '../../../problems/error-codes.js';
import type { Problem } from '../../../problems/problem.js';
import type { LintedServer } from '../../../rules/mcp/lint-report.js';
import { isRecord } from '../../../values/is-record.js';
import type { Network } from './guarded-http.js';
import { type OpenServer, openServer } from './open-server.js';
import {
  countValues,
  isDeeperThan,
  LISTS,
  type ListName,
  type McpLimits,
  type McpOptions,
  type McpTarget,
  nameKind,
} from './query.js';
import { METHOD_NOT_FOUND, type Session } from './session.js';

/** How long a server that announces changes may take to announce one, and how often its lists are read again. */
const SETTLE_MS = 300;
const MOST_RELISTS = 3;

/** What tests replace. */
export interface Surroundings extends Network {
  readonly pause?: (ms: number) => Promise<unknown>;
}

/**
 * Queries an MCP server for everything it offers: every list it declares, all pages, each item as sent. Credentials
 * used for the query are removed from the answers. One time limit covers everything, and no process or connection is
 * left at the end.
 *
 * @param surroundings name resolution, dialling and waiting, for tests
 * @returns what the server sent; a list that could not be read is in `incomplete` with the reason. A problem MCP-001 …
 *   MCP-014, MCP-026 or MCP-027 if the server could not be queried; one of these or MCP-021 if it offers lists but none
 *   of them could be read
 * @throws GradingError NET-020 for an entry of allowHosts that is not a host
 */
export async function listServer(
  target: McpTarget,
  options: McpOptions,
  { pause = delay, ...network }: Surroundings = {},
): Promise<LintedServer | Problem> {
  const opened = await openServer(target, options, network);
  if ('code' in opened) return opened;
  try {
    return await readServer(opened, pause);
  } finally {
    await opened.close();
  }
}

async function readServer(
  opened: OpenServer,
  pause: NonNullable<Surroundings['pause']>,
): Promise<LintedServer | Problem> {
  const { asking, greeting, session } = opened;
  const { target, redactor, client } = asking;
  const { serverInfo, protocolVersion, capabilities, instructions } = greeting;
  const readings = await readLists(opened, pause);
  const failed = LISTS.flatMap((list) => {
    const found = readings.get(list)?.problem;
    return found ? [{ list, found }] : [];
  });
  const [first] = failed;
  const isNothing = [...readings].every(
    ([list, reading]) => reading.items.length === 0 && (reading.problem || list === 'resourceTemplates'),
  );
  if (first && isNothing) return describeNothing(first.found, target);
  const clean = <T>(value: T): T => redactor.value(value) as T;
  const itemsOf = (list: ListName) => clean(readings.get(list)?.items ?? []);
  const { observations } = session;
  const snapshot = {
    serverInfo: clean(serverInfo ?? null),
    protocolVersion: clean(protocolVersion),
    capabilities: clean(capabilities),
    instructions: clean(instructions),
    tools: itemsOf('tools'),
    resources: itemsOf('resources'),
    resourceTemplates: itemsOf('resourceTemplates'),
    prompts: itemsOf('prompts'),
    ...(observations.length > 0 && { observations }),
    ...(client.capabilities.length > 0 && { clientCapabilities: client.capabilities }),
  };
  const incomplete = failed.map(({ list, found }) => ({
    list,
    reason: describeProblem(found).message,
    ...(found.code === 'LNT-046' && { problem: found }),
  }));
  return { target, snapshot, incomplete };
}

/**
 * Reads the lists that a server offers. Some servers add to their lists after the greeting and say so: where a server
 * announces changes, its lists are read until none has changed for a while.
 */
async function readLists(
  { asking, greeting, session, listen }: OpenServer,
  pause: NonNullable<Surroundings['pause']>,
): Promise<ReadonlyMap<ListName, ListReading>> {
  const { capabilities, meta } = greeting;
  const { limits, target, client } = asking;
  // Without a handshake there is no connection whose lists could change.
  const hasHandshake = meta === undefined;
  const offered = LISTS.filter((list) => Boolean(offerOf(capabilities, list)));
  const changing = offered.filter((list) => {
    const offer = offerOf(capabilities, list);
    return hasHandshake && isRecord(offer) && offer.listChanged === true;
  });
  if (changing.length > 0 || (hasHandshake && client.capabilities.length > 0)) listen();
  const readings = new Map<ListName, ListReading>();
  const read = async (list: ListName) => {
    const before = readings.get(list)?.items;
    const reading = await readList(session, { list, limits, meta });
    readings.set(list, reading);
    if (!before || reading.problem || isDeepStrictEqual(before, reading.items)) return;
    const counts = `${before.length} at first, ${reading.items.length} later`;
    session.observe('late-list', `the server changed its ${list} after they had been listed: ${counts}`);
  };
  const findDue = async () => {
    await pause(SETTLE_MS);
    const changed = session.takeChanges();
    return changing.filter((list) => changed.has(CAPABILITY_OF[list]));
  };
  session.takeChanges();
  await Promise.all(offered.map(read));
  let due = changing.length === 0 ? [] : await findDue();
  for (let relists = 0; due.length > 0 && relists < MOST_RELISTS; relists += 1) {
    await Promise.all(due.map(read));
    due = await findDue();
  }
  for (const list of due) {
    const { items = [] } = readings.get(list) ?? {};
    const args = { target, list, times: MOST_RELISTS };
    readings.set(list, { items, problem: problem('LNT-046', undefined, args) });
  }
  return readings;
}

/** Returns a problem about the server unchanged, and adds the server to a problem about one list. */
function describeNothing(found: Problem, target: string): Problem {
  if (found.args?.target !== undefined) return found;
  return problem('MCP-021', undefined, { target, reason: describeProblem(found).message });
}

/** The capability of the server that a list belongs to. */
const CAPABILITY_OF = {
  tools: 'tools',
  resources: 'resources',
  prompts: 'prompts',
  resourceTemplates: 'resources',
} as const satisfies Record<ListName, string>;

/** The server's capability for a list. It counts unless it is missing, null or false. */
function offerOf(capabilities: unknown, list: ListName): unknown {
  return isRecord(capabilities) ? capabilities[CAPABILITY_OF[list]] : undefined;
}

/** A list as the server sent it, complete unless there is a problem. */
interface ListReading {
  readonly items: readonly unknown[];
  readonly problem?: Problem;
}

interface ListContext {
  readonly list: ListName;
  readonly limits: McpLimits;
  readonly meta: Readonly<Record<string, unknown>> | undefined;
}

function methodOf(list: ListName): string {
  return list === 'resourceTemplates' ? 'resources/templates/list' : `${list}/list`;
}

/**
 * Reads a list page by page, until a page names no next page.
 *
 * @returns the list, a fault of the session, or MCP-022 … MCP-026 for a value that is not a list or for a list that
 *   never ends
 */
async function readList(session: Session, context: ListContext): Promise<ListReading> {
  const { list, limits, meta } = context;
  const items: unknown[] = [];
  const seen = new Set<string>();
  let values = 0;
  for (let page = 1, cursor: string | null = null; ; page += 1) {
    const params = { ...(cursor !== null && { cursor }), ...(meta && { _meta: meta }) };
    const reply = await session.request(methodOf(list), params);
    if ('fault' in reply) {
      // Templates have no capability of their own, so many servers with resources do not know the method.
      const { refusal, problem } = reply.fault;
      const isUnknown = list === 'resourceTemplates' && refusal?.code === METHOD_NOT_FOUND;
      return isUnknown ? { items } : failedBy(problem);
    }
    const read = readPage(reply.result, page, context);
    if ('problem' in read) return failedBy(read.problem);
    values += countValues(read.items, limits.values);
    if (values > limits.values) return tooLong(list, limits.values, 'values');
    for (const item of read.items) items.push(item);
    if (items.length > limits.items) return tooLong(list, limits.items, 'items');
    if (read.next === null) return { items };
    if (seen.has(read.next)) return failedBy(problem('MCP-023', undefined, { list, page }));
    if (page === limits.pages) return tooLong(list, limits.pages, 'pages');
    seen.add(read.next);
    cursor = read.next;
  }
}

function readPage(
  result: unknown,
  page: number,
  { list, limits }: ListContext,
): { readonly items: readonly unknown[]; readonly next: string | null } | { readonly problem: Problem } {
  const { [list]: items, nextCursor }: Readonly<Record<string, unknown>> = isRecord(result) ? result : {};
  if (!Array.isArray(items)) {
    const args = { list, found: nameKind(items), method: methodOf(list) };
    return { problem: problem('MCP-022', undefined, args) };
  }
  // The page and its list do not count as nesting levels of an item.
  if (isDeeperThan(items, limits.depth + 1)) {
    const args = { method: methodOf(list), limit: limits.depth };
    return { problem: problem('MCP-026', undefined, args) };
  }
  // Some servers send an empty cursor for the last page.
  if (nextCursor === undefined || nextCursor === null || nextCursor === '') return { items, next: null };
  if (typeof nextCursor === 'string') return { items, next: nextCursor };
  return { problem: problem('MCP-024', undefined, { list, page, found: nameKind(nextCursor) }) };
}

function tooLong(list: ListName, limit: number, unit: string): ListReading {
  return failedBy(problem('MCP-025', undefined, { list, limit, unit }));
}

function failedBy(problem: Problem): ListReading {
  return { items: [], problem };
}
