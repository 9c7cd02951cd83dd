import { describeProblem, problem } from '../../../problems/error-codes.js';
import type { Problem } from '../../../problems/problem.js';
import type { LintedServer } from '../../../rules/mcp/lint.js';
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
import type { Session } from './session.js';

/**
 * Queries an MCP server for everything it offers: every list it declares, all pages, each item as sent. Credentials
 * used for the query are removed from the answers. One time limit covers everything, and no process or connection is
 * left at the end.
 *
 * @param network name resolution and dialling, for tests
 * @returns what the server sent; a list that could not be read is in `incomplete` with the reason. A problem MCP-001 …
 *   MCP-014, MCP-026 or MCP-027 if the server could not be queried; one of these or MCP-021 if it offers lists but none
 *   of them could be read
 * @throws GradingError NET-020 for an entry of allowHosts that is not a host
 */
export async function listServer(
  target: McpTarget,
  options: McpOptions,
  network: Network = {},
): Promise<LintedServer | Problem> {
  const opened = await openServer(target, options, network);
  if ('code' in opened) return opened;
  try {
    return await readLists(opened);
  } finally {
    await opened.close();
  }
}

async function readLists({ asking, greeting, session }: OpenServer): Promise<LintedServer | Problem> {
  const { target, limits, redactor } = asking;
  const { serverInfo, protocolVersion, capabilities, meta } = greeting;
  const offered = LISTS.filter((list) => isOffered(capabilities, list));
  const readings = await Promise.all(
    offered.map(
      async (list): Promise<readonly [ListName, ListReading]> => [
        list,
        await readList(session, { list, limits, meta }),
      ],
    ),
  );
  const failed = readings.flatMap(([list, reading]) =>
    'problem' in reading ? [{ list, found: reading.problem }] : [],
  );
  const [first] = failed;
  if (first && failed.length === offered.length) return describeNothing(first.found, target);
  const incomplete = failed.map(({ list, found }) => ({ list, reason: describeProblem(found).message }));
  const heard = Object.fromEntries(
    readings.map(([list, reading]) => [list, 'items' in reading ? reading.items : []]),
  );
  const { tools = [], resources = [], prompts = [] }: Partial<Record<ListName, readonly unknown[]>> = heard;
  const clean = <T>(value: T): T => redactor.value(value) as T;
  const snapshot = {
    serverInfo: clean(serverInfo ?? null),
    protocolVersion: clean(protocolVersion),
    capabilities: clean(capabilities),
    tools: clean(tools),
    resources: clean(resources),
    prompts: clean(prompts),
  };
  return { target, snapshot, incomplete };
}

/** Returns a problem about the server unchanged, and adds the server to a problem about one list. */
function describeNothing(found: Problem, target: string): Problem {
  if (found.args?.target !== undefined) return found;
  return problem('MCP-021', undefined, { target, reason: describeProblem(found).message });
}

/** A capability counts unless it is missing, null or false. */
function isOffered(capabilities: unknown, list: ListName): boolean {
  return isRecord(capabilities) && Boolean(capabilities[list]);
}

/** The complete list as the server sent it, or the reason why it could not be read. */
export type ListReading = { readonly items: readonly unknown[] } | { readonly problem: Problem };

interface ListContext {
  readonly list: ListName;
  readonly limits: McpLimits;
  readonly meta: Readonly<Record<string, unknown>> | undefined;
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
    const method = `${list}/list`;
    const params = { ...(cursor !== null && { cursor }), ...(meta && { _meta: meta }) };
    const reply = await session.request(method, params);
    if ('fault' in reply) return { problem: reply.fault.problem };
    const read = readPage(reply.result, page, context);
    if ('problem' in read) return read;
    values += countValues(read.items, limits.values);
    if (values > limits.values) return tooLong(list, limits.values, 'values');
    for (const item of read.items) items.push(item);
    if (items.length > limits.items) return tooLong(list, limits.items, 'items');
    if (read.next === null) return { items };
    if (seen.has(read.next)) return { problem: problem('MCP-023', undefined, { list, page }) };
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
    return { problem: problem('MCP-022', undefined, { list, found: nameKind(items) }) };
  }
  // The page and its list do not count as nesting levels of an item.
  if (isDeeperThan(items, limits.depth + 1)) {
    const args = { method: `${list}/list`, limit: limits.depth };
    return { problem: problem('MCP-026', undefined, args) };
  }
  // Some servers send an empty cursor for the last page.
  if (nextCursor === undefined || nextCursor === null || nextCursor === '') return { items, next: null };
  if (typeof nextCursor === 'string') return { items, next: nextCursor };
  return { problem: problem('MCP-024', undefined, { list, page, found: nameKind(nextCursor) }) };
}

function tooLong(list: ListName, limit: number, unit: string): ListReading {
  return { problem: problem('MCP-025', undefined, { list, limit, unit }) };
}
