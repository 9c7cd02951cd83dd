import { type ExportResult, exportTargets } from '../features/export/run.js';
import { checkTextArgument } from '../problems/describe-issue.js';
import { errorTexts, thrownTexts } from './error-texts.js';
import { openIsland } from './open-island.js';

/** The way out of the island: the graded state, never onto the source (spec 22, OUT). */

/**
 * Hands out a target: index.json byte for byte, and the schemas under their plain names, in a fresh folder
 * `‹target›--‹timestamp›` that is complete or not there at all.
 *
 * @param target as commands take it: `demo`, `providers/demo`, `selections/crypto`
 * @param gradingDataRoot the island; there is none by default
 * @param exportDir absolute folder that the fresh folder is made in
 * @param includeSchemas the clean `.mjs` files too, with their About and shared lists; true unless given
 * @param allowRejected hand out what is rejected; false unless given
 * @returns per target its folder and files; TGT-… (unknown), EXP-003, EXP-004, EXP-006 (rejected), ISL-…
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
