import { basename, resolve } from 'node:path';
import { problem } from '../../problems/error-codes.js';
import type { Problem } from '../../problems/problem.js';
import type { ModuleKinds } from '../../sources/find-files.js';
import type { LintOptions, LintProblem } from './options.js';
import type { LintTarget } from './take-server.js';

const ADDRESS = /^[a-z][a-z\d+.-]*:\/\//i;

/**
 * Resolves the targets a user named: lists each address, snapshot and schema file once, and replaces each folder with
 * the schema files in it.
 *
 * @returns the targets in the given order: addresses and paths, then snapshots, servers of client configurations, and
 *   finally the server to be started; IMP-001, SRC-005 or LNT-001 for paths without any schema, IMP-022 for schemas that
 *   are passed over, and what {@link readClientServers} finds
 */
export async function resolveLintTargets({
  targets = [],
  snapshots = [],
  servers = [],
  start = [],
  env = {},
  stdio,
}: LintOptions): Promise<{
  readonly targets: readonly LintTarget[];
  readonly problems: readonly LintProblem[];
}> {
  const found = new Map<string, LintTarget>();
  const problems: LintProblem[] = [];
  const add = (key: string, target: LintTarget) => {
    if (!found.has(key)) found.set(key, target);
  };
  let known: ModuleKinds | undefined;
  for (const word of targets) {
    if (ADDRESS.test(word)) {
      add(word, { kind: 'http', url: word });
      continue;
    }
    // Snapshots and addresses need no parser.
    const { createModuleKinds, findSchemaFiles, isForOthers } = await import('../../sources/find-files.js');
    const kindOf = known ?? createModuleKinds();
    known = kindOf;
    const files = findSchemaFiles([word], kindOf);
    problems.push(...files.problems.map((one) => ({ target: word, ...nameSnapshot(one, word) })));
    for (const { folder, files: all } of files.groups) {
      // A shell's `*` names folders such as `_lists` too.
      const isOfOthers = folder !== null && isForOthers(basename(resolve(folder)));
      for (const file of isOfOthers ? all.filter((one) => kindOf(one) === 'schema') : all) {
        add(`schema ${resolve(file)}`, { kind: 'schema', file, folder });
      }
    }
  }
  for (const file of snapshots) add(`snapshot ${resolve(file)}`, { kind: 'snapshot', file });
  if (servers.length > 0) {
    const { readClientServers } = await import('./read-client-servers.js');
    const clients = readClientServers(servers, { start, variables: new Map(Object.entries(env)) });
    for (const target of clients.targets) add(`client ${target.server.name}`, target);
    problems.push(...clients.problems);
  }
  if (stdio) add('stdio', { kind: 'stdio', server: stdio });
  return { targets: [...found.values()], problems };
}

function nameSnapshot(known: Problem, word: string): Problem {
  const isJson = known.code === 'IMP-001' && word.endsWith('.json');
  return isJson ? problem('LNT-001', { file: word }, { file: word }) : known;
}
