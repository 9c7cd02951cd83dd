import { setImmediate as nextTurn } from 'node:timers/promises';
import pLimit from 'p-limit';
import { projectSchema } from '../../catalogue/logic/project-schema.js';
import { problem } from '../../problems/error-codes.js';
import type { Problem } from '../../problems/problem.js';
import type { LintedServer } from '../../rules/mcp/lint-report.js';
import { findUnreadable } from '../../rules/schema/find-unreadable.js';
import { describeKind } from '../../sources/logic/source-kind.js';
import { readSource } from '../../sources/read-schema-file.js';
import {
  createListSource,
  type ListCatalogue,
  listReferences,
  resolveSharedLists,
} from '../../sources/shared-lists.js';
import { readSnapshotFile } from './mcp/snapshot-file.js';
import type { LintOptions, LintProblem, StdioServer } from './options.js';
import type { ClientTarget } from './read-client-servers.js';

/** One target, which gets one report. */
export type LintTarget =
  | ClientTarget
  | { readonly kind: 'http'; readonly url: string }
  | { readonly kind: 'stdio'; readonly server: StdioServer }
  | { readonly kind: 'snapshot'; readonly file: string }
  | { readonly kind: 'schema'; readonly file: string; readonly folder: string | null };

/** The readable part of a target's definitions, and the problems with the rest. */
interface TakenServer {
  readonly server: LintedServer | null;
  readonly problems: readonly LintProblem[];
}

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
  const listsOf = createListSource();
  const told = new Set<Problem>();
  return async (target) => {
    if (target.kind === 'schema') {
      const { file, folder } = target;
      // Reading is synchronous: without this pause, no signal would be handled until all files have been read.
      await nextTurn();
      return takeSchema(file, () => listsOf({ folder, files: [file] }), told);
    }
    const found =
      target.kind === 'snapshot' ? await readSnapshotFile(target.file) : await askServer(target, options);
    if ('code' in found) return { server: null, problems: [tag(found, target)] };
    return { server: found, problems: incompleteLists(found) };
  };
}

/** Many schemas share one folder of lists, so its problems are reported only once. */
function takeSchema(file: string, listsOf: () => ListCatalogue, told: Set<Problem>): TakenServer {
  const { problems, ...found } = projectFile(file, listsOf);
  const untold = problems.filter((known) => !told.has(known));
  for (const known of untold) told.add(known);
  return {
    server: 'server' in found ? found.server : null,
    problems: untold.map((known) => ({ target: file, ...known })),
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

type ProjectedFile =
  | { readonly server: LintedServer; readonly problems: readonly Problem[] }
  | { readonly problems: readonly [Problem, ...Problem[]] };

/**
 * Reads a schema file and projects it to a server. None of its code runs.
 *
 * @param listsOf reads the lists beside the file; called only if the schema refers to any
 * @returns the server and the problems of those lists (LST-101), or what prevents the projection: its problems, or that
 *   the file is no schema
 */
export function projectFile(file: string, listsOf: () => ListCatalogue): ProjectedFile {
  const { reading, kind } = readSource(file);
  const told = describeKind(kind, { file, reading });
  const [first, ...others] = told ? [told] : findUnreadable(reading, file);
  if (first) return { problems: [first, ...others] };
  // findUnreadable found no problem, so this is an object.
  const main = reading.value as Readonly<Record<string, unknown>>;
  const references = listReferences(main.sharedLists);
  const lists = references.length > 0 ? listsOf() : { files: [], problems: [] };
  const { snapshot, placeOf } = projectSchema(main, resolveSharedLists(references, lists.files));
  const source = { file, locate: (path: Parameters<typeof placeOf>[0]) => reading.locate(placeOf(path)) };
  return { server: { target: file, snapshot, incomplete: [], source }, problems: lists.problems };
}
