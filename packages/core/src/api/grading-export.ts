import { type ExportResult, exportTargets } from '../features/export/run.js';
import { checkTextArgument } from '../problems/describe-issue.js';
import { errorTexts, thrownTexts } from './error-texts.js';
import { openIsland } from './open-island.js';

/** Exports graded state from the island and never overwrites the source (spec 22, OUT). */

/**
 * Exports a target into a new folder `‹target›--‹timestamp›`: index.json byte for byte, and the schemas under
 * their plain names. The folder appears complete or not at all.
 *
 * @param target as in commands: `demo`, `providers/demo`, `selections/crypto`
 * @param gradingDataRoot the island; it has no default
 * @param exportDir absolute folder in which the new folder is created
 * @param includeSchemas also export the clean `.mjs` files, with their About and shared lists; default: true
 * @param allowRejected also export rejected targets; default: false
 * @returns folder and files of each target; TGT-… (unknown), EXP-003, EXP-004, EXP-006 (rejected), ISL-…
 */
export async function run({
  target,
  gradingDataRoot,
  exportDir,
  includeSchemas = true,
  allowRejected = false,
}: {
  target: string;
  gradingDataRoot: string;
  exportDir: string;
  includeSchemas?: boolean;
  allowRejected?: boolean;
}): Promise<{ status: boolean; results: ExportResult['results']; errors: string[] }> {
  const island = openIsland(gradingDataRoot);
  const nowhere = checkTextArgument('exportDir', exportDir);
  if (island.value === null || nowhere.length > 0) {
    return { status: false, results: [], errors: errorTexts([...island.problems, ...nowhere]) };
  }
  try {
    const { status, results, errors } = await exportTargets({
      island: island.value,
      exportRoot: exportDir,
      targets: [String(target)],
      schemas: includeSchemas,
      allowRejected,
    });
    return { status, results, errors: errorTexts(errors) };
  } catch (error) {
    return { status: false, results: [], errors: thrownTexts(error) };
  }
}
