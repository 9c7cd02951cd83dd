import { resolve } from 'node:path';
import { problem } from '../../problems/error-codes.js';
import type { Problem } from '../../problems/problem.js';
import { createModuleKinds, findSchemaFiles } from '../../sources/find-files.js';
import type { LintOptions, LintProblem, StdioServer } from './options.js';

/** One target, which gets one report. */
export type LintTarget =
  | { readonly kind: 'http'; readonly url: string }
  | { readonly kind: 'stdio'; readonly server: StdioServer }
  | { readonly kind: 'snapshot'; readonly file: string }
  | { readonly kind: 'schema'; readonly file: string; readonly folder: string | null };

const ADDRESS = /^[a-z][a-z\d+.-]*:\/\//i;

/**
 * Resolves the targets a user named: each address, snapshot and schema file once, folders to the schema files in them.
 *
 * @returns in the given order, snapshots after addresses and paths, the server to start last; IMP-001, SRC-005, LNT-001
 *   for paths without any schema
 */
export function resolveLintTargets({
  targets = [],
  snapshots = [],
  stdio,
}: Pick<LintOptions, 'targets' | 'snapshots' | 'stdio'>): {
  readonly targets: readonly LintTarget[];
  readonly problems: readonly LintProblem[];
} {
  const found = new Map<string, LintTarget>();
  const problems: LintProblem[] = [];
  const add = (key: string, target: LintTarget) => {
    if (!found.has(key)) found.set(key, target);
  };
  const kindOf = createModuleKinds();
  for (const word of targets) {
    if (ADDRESS.test(word)) {
      add(word, { kind: 'http', url: word });
      continue;
    }
    const files = findSchemaFiles([word], kindOf);
    problems.push(...files.problems.map((known) => ({ target: word, ...nameSnapshot(known, word) })));
    for (const group of files.groups) {
      for (const file of group.files) {
        add(`schema ${resolve(file)}`, { kind: 'schema', file, folder: group.folder });
      }
    }
  }
  for (const file of snapshots) add(`snapshot ${resolve(file)}`, { kind: 'snapshot', file });
  if (stdio) add('stdio', { kind: 'stdio', server: stdio });
  return { targets: [...found.values()], problems };
}

function nameSnapshot(known: Problem, word: string): Problem {
  const isJson = known.code === 'IMP-001' && word.endsWith('.json');
  return isJson ? problem('LNT-001', { file: word }, { file: word }) : known;
}
