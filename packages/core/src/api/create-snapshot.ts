import { type ImportedNamespace, importSources } from '../features/import/run.js';
import { checkTextArgument } from '../problems/describe-issue.js';
import { problem } from '../problems/error-codes.js';
import { GradingError, type Problem } from '../problems/problem.js';
import { openIsland } from './open-island.js';

export interface CreateSnapshotInput {
  readonly gradingDataRoot: string;
  /** One schema file. */
  readonly sourcePath: string;
  /** Expected content of the file; a different value ends the call before anything is written. */
  readonly namespace?: string | undefined;
  readonly schemaName?: string | undefined;
  readonly schemaHash?: string | undefined;
}

export interface CreatedSnapshot {
  /** Relative to the island; null if nothing was written. */
  readonly snapshotPath: string | null;
  readonly created: boolean;
  readonly hash: string | null;
  readonly problems: readonly Problem[];
}

const NOTHING = { snapshotPath: null, created: false, hash: null };

/**
 * Snapshots one schema file. This is an import of that file, so that everything in the island has passed the
 * gate and stands in a member list (spec 22, IN).
 */
export async function createSnapshot(input: CreateSnapshotInput): Promise<CreatedSnapshot> {
  const island = openIsland(input.gradingDataRoot);
  if (island.value === null) return { ...NOTHING, problems: island.problems };
  const misfit = checkTextArgument('sourcePath', input.sourcePath);
  if (misfit.length > 0) return { ...NOTHING, problems: misfit };
  const options = { island: island.value, paths: [input.sourcePath] };
  try {
    const planned = await importSources({ ...options, dryRun: true });
    const found = planned.results.find((result): result is ImportedNamespace => result.flow === 'provider');
    if (!planned.status || !found) return { ...NOTHING, problems: planned.errors };
    const misfits = checkExpected(input, found);
    if (misfits.length > 0) return { ...NOTHING, problems: misfits };
    const { results, errors } = await importSources(options);
    const [done] = results.filter((result): result is ImportedNamespace => result.flow === 'provider');
    const [written] = done?.imported ?? [];
    const [kept] = done?.skipped ?? [];
    return {
      snapshotPath: written?.snapshot ?? null,
      created: written !== undefined,
      hash: written?.hash ?? kept?.hash ?? null,
      problems: errors,
    };
  } catch (error) {
    if (!(error instanceof GradingError)) throw error;
    return { ...NOTHING, problems: [error.problem] };
  }
}

function checkExpected(
  { namespace, schemaName, schemaHash, sourcePath }: CreateSnapshotInput,
  { namespace: declared, imported, skipped }: ImportedNamespace,
): Problem[] {
  const [schema] = [...imported, ...skipped];
  const rows = [
    ['the namespace', namespace, declared],
    ['the schema', schemaName, schema?.schema],
    ['the hash', schemaHash, schema?.hash],
  ] as const;
  return rows.flatMap(([what, expected, found]) =>
    expected === undefined || expected === found
      ? []
      : [problem('SNP-004', { file: sourcePath }, { what, expected, found: found ?? 'nothing' })],
  );
}
