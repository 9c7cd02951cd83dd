import { type ImportOptions, type ImportResult, importSources } from '../features/import/run.js';
import { checkTextArgument } from '../problems/describe-issue.js';
import { errorTexts, thrownTexts } from './error-texts.js';
import { openIsland } from './open-island.js';

/** Imports sources into the island as snapshots, without changing them (spec 22, IN). */

/** Result of an import. */
export interface Imported {
  status: boolean;
  /** One result per provider folder or selection; its problems are structured data, not text. */
  results: ImportResult['results'];
  /** Why something was refused. Without keepGoing, one invalid file excludes its whole folder. */
  errors: string[];
}

/**
 * Imports one provider folder, schema file or selection: validates every file, snapshots new content,
 * rebuilds the index. Nothing in the island is overwritten; nothing in the source is run or changed.
 *
 * @param providerPath absolute, or relative to the working directory
 * @param gradingDataRoot the island; it has no default
 * @param dryRun plan only
 * @param keepGoing import the files that pass
 * @param strict also refuse a schema because of warnings
 * @param retire retire graded schemas that are missing from the folder
 * @returns GRD-001 (missing), IMP-… (nothing found, refused), and every problem that the gate finds
 */
export async function run({
  providerPath,
  gradingDataRoot,
  ...flags
}: { providerPath: string; gradingDataRoot: string } & Pick<
  ImportOptions,
  'dryRun' | 'keepGoing' | 'strict' | 'retire'
>): Promise<Imported> {
  const island = openIsland(gradingDataRoot);
  if (island.value === null) return { status: false, results: [], errors: errorTexts(island.problems) };
  const misfit = checkTextArgument('providerPath', providerPath);
  if (misfit.length > 0) return { status: false, results: [], errors: errorTexts(misfit) };
  try {
    const paths = [providerPath];
    const { status, results, errors } = await importSources({ island: island.value, paths, ...flags });
    return { status, results, errors: errorTexts(errors) };
  } catch (error) {
    return { status: false, results: [], errors: thrownTexts(error) };
  }
}
