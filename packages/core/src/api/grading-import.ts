import { type ImportOptions, type ImportResult, importSources } from '../features/import/run.js';
import { checkTextArgument } from '../problems/describe-issue.js';
import { errorTexts, thrownTexts } from './error-texts.js';
import { openIsland } from './open-island.js';

/** The way into the island: source → snapshots, non-destructive (spec 22, IN). */

/** What was imported. */
export interface Imported {
  status: boolean;
  /** One per provider folder or selection that was read; problems in it are data. */
  results: ImportResult['results'];
  /** Why something was refused. Without keepGoing one invalid file leaves its whole folder out. */
  errors: string[];
}

/**
 * Imports one provider folder, schema file or selection: validates every file, snapshots what is new, rebuilds the
 * index. Nothing that lies in the island is overwritten, nothing of the source is run or changed.
 *
 * @param providerPath absolute, or relative to the working directory
 * @param gradingDataRoot the island; there is none by default
 * @param dryRun plan only
 * @param keepGoing import what passes
 * @param strict warnings refuse a schema too
 * @param retire let schemas go that have a grade and are missing from the folder
 * @returns GRD-001 (missing), IMP-… (nothing there, refused), and every problem of the gate
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
