import { basename, dirname, isAbsolute, join } from 'node:path';
import { type ExportedTarget, exportTargets } from '../features/export/run.js';
import type { Checked } from '../grade/entry/check-entry.js';
import { Island } from '../island/island.js';
import { problem } from '../problems/error-codes.js';
import { errorTexts, thrownTexts } from './error-texts.js';
import { openFolder } from './open-island.js';
import { noExport } from './refused.js';

/** Exports graded state from the island and never overwrites the source (spec 22, OUT). */

/** A schema that was exported. All paths are absolute. */
export interface ExportedSchema {
  readonly schemaName: string;
  /** The same as `schemaName`. */
  readonly schema: string;
  readonly sourceSnapshot: string;
  /** The same as `sourceSnapshot`. */
  readonly from: string;
  readonly exportPath: string;
  /** The same as `exportPath`. */
  readonly to: string;
}

/** One export. All paths are absolute. */
export interface Exported
  extends Pick<ExportedTarget, 'target' | 'exportDir' | 'aboutExport' | 'listExports' | 'warnings'> {
  readonly flow: 'namespace' | 'selection';
  readonly indexExportPath: string;
  readonly schemaExports: readonly ExportedSchema[];
}

/** Result of an export; what belongs to its one target stands beside `results` too. */
export interface ExportedAll {
  status: boolean;
  results: readonly Exported[];
  flow: Exported['flow'] | null;
  /** The new folder; null if nothing was exported. */
  exportDir: string | null;
  indexExportPath: string | null;
  schemaExports: readonly ExportedSchema[];
  errors: string[];
}

/**
 * Exports a target into a new folder `‹target›--‹timestamp›`: index.json byte for byte, and the schemas under
 * their plain names. The folder appears complete or not at all.
 *
 * @param target as in commands: `demo`, `providers/demo`, `selections/crypto`; or the absolute path of its folder in the
 *   island
 * @param gradingDataRoot the island; it has no default, but with the absolute path of a target it may be left out
 * @param exportDir folder in which the new folder is created
 * @param includeSchemas also export the clean `.mjs` files, with their About and shared lists; default: false
 * @param allowRejected also export rejected targets; default: false
 * @returns folder and files of the target; EXP-001 (missing), GRD-002 (wrong type), IDX-009 (a path outside any island),
 *   TGT-… (unknown), EXP-003, EXP-004, EXP-005 (damaged snapshot), EXP-006 (rejected), ISL-…
 */
export async function run({
  target,
  gradingDataRoot,
  exportDir,
  includeSchemas = false,
  allowRejected = false,
}: {
  target: string;
  gradingDataRoot?: string;
  exportDir: string;
  includeSchemas?: boolean;
  allowRejected?: boolean;
}): Promise<ExportedAll> {
  const place = findPlace(target, gradingDataRoot);
  if (place.value === null) return { ...noExport(), errors: errorTexts(place.problems) };
  const { island, name } = place.value;
  try {
    const { status, results, errors } = await exportTargets({
      island,
      exportRoot: exportDir,
      targets: [name],
      schemas: includeSchemas,
      allowRejected,
    });
    const exported = results.map((result) => withOpenPaths(island, result));
    const [{ flow, exportDir: folder, indexExportPath, schemaExports } = noExport()] = exported;
    const single = { flow, exportDir: folder, indexExportPath, schemaExports };
    return { status, results: exported, ...single, errors: errorTexts(errors) };
  } catch (error) {
    return { ...noExport(), errors: thrownTexts(error) };
  }
}

interface Place {
  readonly island: Island;
  /** The target as commands name it. */
  readonly name: string;
}

/** The folder of a target says in which island it lies; any other name needs the island. */
function findPlace(target: string, gradingDataRoot: string | undefined): Checked<Place> {
  const kind = basename(dirname(target)) === 'selections' ? 'selections' : 'providers';
  const folder = isAbsolute(target) ? openFolder(target, kind) : null;
  const own = folder?.value && { island: folder.value.island, name: folder.value.target };
  if (gradingDataRoot !== undefined && /\S/.test(gradingDataRoot)) {
    const island = new Island(gradingDataRoot);
    return { value: own?.island.root === island.root ? own : { island, name: target }, problems: [] };
  }
  if (own && gradingDataRoot === undefined) return { value: own, problems: [] };
  if (folder?.value === null && gradingDataRoot === undefined) return folder;
  const where = { path: '/gradingDataRoot' };
  return { value: null, problems: [problem('EXP-001', where, { field: 'gradingDataRoot' })] };
}

function withOpenPaths(island: Island, result: ExportedTarget): Exported {
  const { target, exportDir, indexExportPath, schemaExports, aboutExport, listExports, warnings } = result;
  const pathsOf = ({ from, to }: { readonly from: string; readonly to: string }) => ({
    from: island.absolute(from),
    to: join(exportDir, to),
  });
  return {
    target,
    flow: target.startsWith('selections/') ? 'selection' : 'namespace',
    exportDir,
    indexExportPath: join(exportDir, indexExportPath),
    schemaExports: schemaExports.map(({ schema, ...paths }) => {
      const { from, to } = pathsOf(paths);
      return { schemaName: schema, schema, sourceSnapshot: from, from, exportPath: to, to };
    }),
    aboutExport: aboutExport && pathsOf(aboutExport),
    listExports: listExports.map((list) => ({ ...list, ...pathsOf(list) })),
    warnings,
  };
}
