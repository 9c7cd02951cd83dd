import { randomUUID } from 'node:crypto';
import { join, resolve } from 'node:path';
import { formatJson, readSelectionIndex } from '../../island/documents.js';
import type { Files } from '../../island/files.js';
import { Folder, type Island } from '../../island/island.js';
import { readNamespaceOnDisk } from '../../island/journal/index-on-disk.js';
import { withLock } from '../../island/lock.js';
import { FILE_NAMES, snapshotFolder } from '../../island/logic/paths.js';
import { fatal, problem } from '../../problems/error-codes.js';
import type { Problem } from '../../problems/problem.js';
import type { NamespaceIndex, SelectionIndex } from '../../spec/index-file.js';
import { refuseDamagedSnapshots } from '../../target/damaged-snapshots.js';
import { eachNamedTarget, type NamedTargets } from '../../target/each-target.js';
import { nextTimestamp } from '../../target/logic/names.js';
import { nodesOf } from '../../target/rebuild/derive-target.js';
import { rebuildSelection } from '../../target/rebuild/rebuild-selection.js';
import { shownIndex } from '../../target/shown-index.js';
import { folderOf, type Target } from '../../target/targets.js';
import { type Companions, findCompanions, nameRejected } from './companions.js';

export interface ExportedTarget {
  readonly target: string;
  /** Absolute. */
  readonly exportDir: string;
  /** Relative to exportDir. */
  readonly indexExportPath: string;
  readonly schemaExports: readonly { readonly schema: string; readonly from: string; readonly to: string }[];
  readonly aboutExport: Companions['about'];
  readonly listExports: Companions['lists'];
  /** EXP-007 where what is handed out is rejected. */
  readonly warnings: readonly Problem[];
}

export interface ExportResult {
  readonly status: boolean;
  readonly results: readonly ExportedTarget[];
  readonly errors: readonly Problem[];
}

interface ExportPlan {
  readonly creates: readonly { readonly path: string; readonly bytes: Buffer }[];
  readonly exported: Pick<ExportedTarget, 'schemaExports' | 'aboutExport' | 'listExports'>;
  /** Vetoed nodes; empty where the target is not rejected. */
  readonly rejected: string;
}

/**
 * Hands out the graded state: index.json byte for byte as a rebuild left it, or leaves it now, and the current schemas
 * under their plain names, with their About and their shared lists. A target that is rejected is not handed out unless that
 * is allowed, one that rests on damaged snapshots never. A fresh folder per target, complete or not there at all; never the
 * source, never an earlier export.
 *
 * @see spec 22, OUT
 */
export async function exportTargets({
  exportRoot,
  schemas = true,
  allowRejected = false,
  now = () => new Date(),
  files,
  ...named
}: NamedTargets & {
  /** Absolute folder the exports are put into. */
  exportRoot: string;
  /** Export the schemas too, with what they rest on. */
  schemas?: boolean;
  /** Hand out what is rejected, and say so. */
  allowRejected?: boolean;
  now?: () => Date;
  /** What exports are written with; the disk unless given. */
  files?: Files | undefined;
}): Promise<ExportResult> {
  const { island } = named;
  const out = new Folder(exportRoot, files);
  return eachNamedTarget(named, async (target): Promise<ExportedTarget> => {
    await refreshSelection(island, target, now());
    refuseDamagedSnapshots(island, target, 'EXP-005');
    const plan = await planExport(island, target, { withSchemas: schemas, now: now() });
    const { rejected, exported } = plan;
    const args = { target: target.name, nodes: rejected };
    if (rejected !== '' && !allowRejected) throw fatal('EXP-006', undefined, args);
    const folder = freeFolder(out, target, now());
    writeExport(out, folder, plan);
    return {
      target: target.name,
      exportDir: resolve(exportRoot, folder),
      indexExportPath: FILE_NAMES.index,
      ...exported,
      warnings: rejected === '' ? [] : [problem('EXP-007', undefined, args)],
    };
  });
}

/** The index of a selection shows its members as they were when it was written; what is handed out is up to date. */
async function refreshSelection(island: Island, target: Target, now: Date): Promise<void> {
  if (target.flow === 'provider') return;
  const { selectionId } = target;
  await withLock({ island, target: folderOf(target), command: 'grading export' }, () =>
    rebuildSelection({ island, selectionId, now }),
  );
}

/** A selection has no schemas of its own. */
const ALONE: ExportPlan['exported'] = { schemaExports: [], aboutExport: null, listExports: [] };

async function planExport(
  island: Island,
  target: Target,
  { withSchemas, now }: { withSchemas: boolean; now: Date },
): Promise<ExportPlan> {
  const index = await indexToExport(island, target, now);
  const indexFile = { path: FILE_NAMES.index, bytes: Buffer.from(formatJson(index)) };
  const rejected = index.status === 'rejected' ? nameRejected(nodesOf(index)) : '';
  if (target.flow === 'selection' || 'members' in index) {
    return { creates: [indexFile], exported: ALONE, rejected };
  }
  const named = Object.entries(withSchemas ? index.schemas : {}).filter(
    ([schema]) => target.scope.schema === undefined || target.scope.schema === schema,
  );
  const schemas = named.map(([schema, { snapshot }]) => {
    const from = `${snapshotFolder(target.namespace, schema)}/${snapshot.file}`;
    const content = island.readBytes(from);
    if (!content) throw fatal('EXP-004', { file: from }, { file: snapshot.file, target: target.name });
    return { schema, from, to: `schemas/${schema}.mjs`, content };
  });
  const { about, lists } = findCompanions(island, target.namespace, Object.fromEntries(named));
  const companions = [...(about ? [about] : []), ...lists].map(({ from, to }) => {
    const bytes = island.readBytes(from);
    if (!bytes) throw fatal('EXP-004', { file: from }, { file: from, target: target.name });
    return { path: to, bytes };
  });
  return {
    creates: [indexFile, ...schemas.map(({ to, content }) => ({ path: to, bytes: content })), ...companions],
    exported: {
      schemaExports: schemas.map(({ schema, from, to }) => ({ schema, from, to })),
      aboutExport: about,
      listExports: lists,
    },
    rejected,
  };
}

/** A selection holds no schemas: it refers to those of its members (spec 19). Its index was refreshed just now. */
async function indexToExport(
  island: Island,
  target: Target,
  now: Date,
): Promise<NamespaceIndex | SelectionIndex> {
  const index =
    target.flow === 'selection'
      ? readSelectionIndex(island, folderOf(target))
      : (await shownIndex(island, readNamespaceOnDisk(island, target.namespace), now))?.index;
  if (!index) throw fatal('TGT-005', undefined, { target: target.name });
  return index;
}

/** `<target>--<ts>`, with the next free second where one is taken. */
function freeFolder(out: Folder, target: Target, now: Date): string {
  const name = target.name.replaceAll('/', '_');
  const taken = out.listFolders('.').filter((folder) => folder.startsWith(`${name}--`));
  const folder = `${name}--${nextTimestamp(
    now,
    taken.map((found) => found.slice(name.length + 2)),
  )}`;
  if (out.kind(folder) !== null) throw fatal('EXP-003', undefined, { folder });
  return folder;
}

/** Written beside and moved into place as a whole: nobody finds half an export. */
function writeExport(out: Folder, folder: string, plan: ExportPlan): void {
  const unfinished = `.unfinished-${process.pid}-${randomUUID()}-${folder}`;
  try {
    out.createAll(plan.creates.map(({ path, bytes }) => ({ path: join(unfinished, path), bytes })));
    out.moveFolder(unfinished, folder);
  } catch (error) {
    out.discardFolder(unfinished);
    throw error;
  }
}
