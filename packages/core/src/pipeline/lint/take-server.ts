import { setImmediate as nextTurn } from 'node:timers/promises';
import pLimit from 'p-limit';
import { readSnapshotFile } from '../../adapters/mcp/snapshot-file.js';
import type { ListCatalogue } from '../../adapters/shared-lists.js';
import type { LintedServer } from '../../model/lint.js';
import type { Problem } from '../../model/problem.js';
import { problem } from '../../tables/error-codes.js';
import { createListSource } from '../import/import-lists.js';
import type { LintOptions, LintProblem } from './options.js';
import { projectFile } from './project-file.js';
import type { LintTarget } from './resolve-targets.js';

/** What a target says of itself, as far as it could be read, and why not all of it. */
interface TakenServer {
  readonly server: LintedServer | null;
  readonly problems: readonly LintProblem[];
}

/** What was made of a target. */
export interface Taken<T> {
  /** null where it could not be read. */
  readonly made: T | null;
  readonly problems: readonly LintProblem[];
}

const CONCURRENCY = 4;

/**
 * Asks servers, reads snapshots and schemas, several at a time.
 *
 * @param make what is made of each as soon as it is read, so that a folder of thousands is never held as a whole
 * @returns in the order of the targets
 */
export function takeServers<T>(
  targets: readonly LintTarget[],
  options: LintOptions,
  make: (server: LintedServer) => Promise<T> | T,
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
        const made = server && (await make(server));
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
      // Reading is synchronous: without a pause no signal would be heard before the last file.
      await nextTurn();
      return takeSchema(file, () => listsOf({ folder, files: [file] }), told);
    }
    const found =
      target.kind === 'snapshot' ? await readSnapshotFile(target.file) : await askServer(target, options);
    if ('code' in found) return { server: null, problems: [tag(found, target)] };
    return { server: found, problems: incompleteLists(found) };
  };
}

/** One folder of lists belongs to many schemas: what is wrong with it is told once. */
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
  target: Extract<LintTarget, { kind: 'http' | 'stdio' }>,
  { headers = [], allowHosts = [], timeoutMs }: LintOptions,
): Promise<LintedServer | Problem> {
  const server =
    target.kind === 'http'
      ? ({ kind: 'http', url: target.url, headers } as const)
      : ({ kind: 'stdio', ...target.server } as const);
  // A file is read without the libraries that a server is asked with.
  const { listServer } = await import('../../adapters/mcp/list-server.js');
  return listServer(server, { allowHosts, ...(timeoutMs !== undefined && { timeoutMs }) });
}

function incompleteLists({ target, incomplete }: LintedServer): LintProblem[] {
  return incomplete.map(({ list, reason }) => ({
    target,
    ...problem('MCP-020', undefined, { target, list, reason }),
  }));
}

/** As the report would have called it: without what may be secret in an address. */
function tag(found: Problem, target: LintTarget): LintProblem {
  const named = found.args?.target;
  return { target: typeof named === 'string' ? named : nameOf(target), ...found };
}

function nameOf(target: LintTarget): string {
  if (target.kind === 'stdio') return target.server.command[0];
  if (target.kind === 'http') return URL.canParse(target.url) ? new URL(target.url).host : 'an address';
  return target.file;
}
