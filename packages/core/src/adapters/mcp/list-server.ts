import { isRecord } from '../../model/is-record.js';
import type { LintedServer } from '../../model/lint.js';
import type { McpOptions, McpTarget } from '../../model/mcp-target.js';
import type { Problem } from '../../model/problem.js';
import { describeProblem, problem } from '../../tables/error-codes.js';
import type { Network } from './guarded-http.js';
import { LISTS, type ListName } from './lists.js';
import { type OpenServer, openServer } from './open-server.js';
import { type ListReading, readList } from './read-list.js';

/**
 * Asks an MCP server what it offers: every list that it declares, all pages, each item as it was sent. Credentials that
 * the server was asked with are taken out of what it says. One time limit covers all, and when it is done no process
 * and no connection is left.
 *
 * @param network name resolution and dialling, for tests
 * @returns what was heard; a list that could not be read is in `incomplete` with the reason. A problem MCP-001 … MCP-014,
 *   MCP-026 or MCP-027 where the server could not be asked, the same or MCP-021 where it offers lists and none could be read
 * @throws GradingError NET-020 for an entry of allowHosts that is no host
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

/** What speaks of the server speaks for itself; what speaks of one list needs its server. */
function describeNothing(found: Problem, target: string): Problem {
  if (found.args?.target !== undefined) return found;
  return problem('MCP-021', undefined, { target, reason: describeProblem(found).message });
}

/** A capability that is null or false is none. */
function isOffered(capabilities: unknown, list: ListName): boolean {
  return isRecord(capabilities) && Boolean(capabilities[list]);
}
