import { problem } from '../../problems/error-codes.js';
import { splitProblems } from '../../problems/problem.js';
import type { LintedServer } from '../../rules/mcp/lint-report.js';
import { createListSource } from '../../sources/shared-lists.js';
import { diffServers, type LintChange } from './logic/diff/diff-servers.js';
import { readSnapshotFile } from './mcp/snapshot-file.js';
import type { LintProblem } from './options.js';
import { projectFile } from './take-schema.js';
import { incompleteLists } from './take-server.js';

export interface LintDiffResult {
  /** Whether both files could be read completely, and nothing that a model reads has changed. */
  readonly status: boolean;
  /** In the order in which a reviewer reads them; empty if a file could not be read. */
  readonly results: readonly LintChange[];
  /** Why a file could not be read (MCP, SRC and VAL codes, MCP-020 for a list), or LNT-052. */
  readonly errors: readonly LintProblem[];
  readonly warnings: readonly LintProblem[];
}

/**
 * Compares two states of a server: snapshots (`.json`) or schema files. Nothing is run and nothing is asked.
 *
 * @param before the state that was reviewed
 */
export function diffTargets(before: string, after: string): LintDiffResult {
  const read = [before, after].map(readState);
  const [old, now] = read.map(({ server }) => server);
  const problems = splitProblems(read.flatMap(({ problems }) => problems));
  const results = old && now ? diffServers(old, now) : [];
  const count = results.filter(({ isVisible }) => isVisible).length;
  const errors = [
    ...problems.errors,
    ...(count > 0 ? [{ target: after, ...problem('LNT-052', undefined, { count }) }] : []),
  ];
  return { status: errors.length === 0, results, errors, warnings: problems.warnings };
}

interface ReadState {
  readonly server: LintedServer | null;
  readonly problems: readonly LintProblem[];
}

function readState(file: string): ReadState {
  if (!file.endsWith('.json')) {
    const { problems, ...found } = projectFile(file, () =>
      createListSource()({ folder: null, files: [file] }),
    );
    return {
      server: 'server' in found ? found.server : null,
      problems: problems.map((known) => ({ target: file, ...known })),
    };
  }
  const found = readSnapshotFile(file);
  if ('code' in found) return { server: null, problems: [{ target: file, ...found }] };
  return { server: found, problems: incompleteLists(found) };
}
