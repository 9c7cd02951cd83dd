import { setImmediate as nextTurn } from 'node:timers/promises';
import pLimit from 'p-limit';
import { problem } from '../../problems/error-codes.js';
import type { Problem } from '../../problems/problem.js';
import type { LintedServer } from '../../rules/mcp/lint-report.js';
import { readSnapshotFile } from './mcp/snapshot-file.js';
import type { LintOptions, LintProblem, StdioServer } from './options.js';
import type { ClientTarget } from './read-client-servers.js';
import type { createSchemaTaker, TakenServer } from './take-schema.js';

/** One target, which gets one report. */
export type LintTarget =
  | ClientTarget
  | { readonly kind: 'http'; readonly url: string }
  | { readonly kind: 'stdio'; readonly server: StdioServer }
  | { readonly kind: 'snapshot'; readonly file: string }
  | { readonly kind: 'schema'; readonly file: string; readonly folder: string | null };

/** The result for one target. */
export interface Taken<T> {
  /** null if the target could not be read. */
  readonly made: T | null;
  readonly problems: readonly LintProblem[];
}

const CONCURRENCY = 4;

/**
 * Queries servers and reads snapshots and schemas, several at a time.
 *
 * @param make turns each server into its result as soon as it is read, so that a folder with thousands of schemas is
 *   never in memory as a whole
 * @returns in the order of the targets
 */
export function takeServers<T>(
  targets: readonly LintTarget[],
  options: LintOptions,
  make: (server: LintedServer, target: LintTarget) => Promise<T> | T,
): Promise<Taken<T>[]> {
  const { concurrency = CONCURRENCY, onProgress } = options;
  const limit = pLimit(concurrency);
  const take = createTaker(options);
  let done = 0;
  return Promise.all(
    targets.map((target) =>
      limit(async () => {
        onProgress?.(done, targets.length, nameOf(target));
        const { server, problems } = await take(target);
        const made = server && (await make(server, target));
        done += 1;
        onProgress?.(done, targets.length, nameOf(target));
        return { made, problems };
      }),
    ),
  );
}

function createTaker(options: LintOptions): (target: LintTarget) => Promise<TakenServer> | TakenServer {
  let takeSchema: ReturnType<typeof createSchemaTaker> | undefined;
  return async (target) => {
    // Reading is synchronous: without this pause, no signal would be handled until all files have been read.
    await nextTurn();
    if (target.kind === 'schema') {
      // Reading snapshots does not need the parser.
      const { createSchemaTaker } = await import('./take-schema.js');
      takeSchema ??= createSchemaTaker();
      return takeSchema(target.file, target.folder);
    }
    const found =
      target.kind === 'snapshot' ? readSnapshotFile(target.file) : await askServer(target, options);
    if ('code' in found) return { server: null, problems: [tag(found, target)] };
    return { server: found, problems: incompleteLists(found) };
  };
}

async function askServer(
  target: Extract<LintTarget, { kind: 'http' | 'stdio' | 'client' }>,
  { headers = [], allowHosts = [], timeoutMs, capabilities = [], roots = [] }: LintOptions,
): Promise<LintedServer | Problem> {
  // Load the libraries for querying a server only here: reading files does not need them.
  const { listServer } = await import('./mcp/list-server.js');
  const found = await listServer(
    target.kind === 'http'
      ? { kind: 'http', url: target.url, headers }
      : target.kind === 'stdio'
        ? { kind: 'stdio', ...target.server }
        : target.server,
    { allowHosts, capabilities, roots, ...(timeoutMs !== undefined && { timeoutMs }) },
  );
  return target.kind === 'client' ? placeInFile(found, target) : found;
}

/** Places the issues of a server at its entry in the client configuration. */
function placeInFile(
  found: LintedServer | Problem,
  { file, place, server: { name } }: ClientTarget,
): LintedServer | Problem {
  if (!('code' in found)) return { ...found, source: { file, locate: () => place } };
  // An address that cannot be used is shown with its path, which may hold a key.
  return found.args?.url === undefined ? found : { ...found, args: { ...found.args, url: `of ${name}` } };
}

export function incompleteLists({ target, incomplete }: LintedServer): LintProblem[] {
  return incomplete.map(({ list, reason, problem: known }) => ({
    target,
    ...(known ?? problem('MCP-020', undefined, { target, list, reason })),
  }));
}

/** Adds the target's name as its report would show it: without any secrets from an address. */
function tag(found: Problem, target: LintTarget): LintProblem {
  const named = found.args?.target;
  return { target: typeof named === 'string' ? named : nameOf(target), ...found };
}

function nameOf(target: LintTarget): string {
  if (target.kind === 'stdio') return target.server.command[0];
  if (target.kind === 'client') return target.server.name;
  if (target.kind === 'http') return URL.canParse(target.url) ? new URL(target.url).host : 'an address';
  return target.file;
}
