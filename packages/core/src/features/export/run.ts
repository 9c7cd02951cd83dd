import { randomUUID } from 'node:crypto';
import { join, resolve } from 'node:path';
import { formatJson, readSelectionIndex } from '../../island/documents.js';
import type { Files } from '../../island/files.js';
import { Folder, type Island } from '../../island/island.js';
import { readNamespaceOnDisk } from '../../island/journal/index-on-disk.js';
import { listSnapshots } from '../../island/list-namespace.js';
import { withLock } from '../../island/lock.js';
import { nextTimestamp, splitId } from '../../island/logic/names.js';
import { aboutFolder, aboutName, FILE_NAMES, snapshotFolder } from '../../island/logic/paths.js';
import { readMembers } from '../../island/read-namespace.js';
import { fatal, problem } from '../../problems/error-codes.js';
import type { Problem } from '../../problems/problem.js';
import type { NamespaceIndex, SelectionIndex, SnapshotRef } from '../../spec/index-file.js';
import type { SchemaMain } from '../../spec/schema-main.js';
import { refuseDamagedSnapshots } from '../../target/damaged-snapshots.js';
import { readMains } from '../../target/load-namespace.js';
import { nodesOf } from '../../target/logic/build-index.js';
import type { Target } from '../../target/logic/target.js';
import { readProviderLists } from '../../target/provider-lists.js';
import { rebuildSelection } from '../../target/rebuild/rebuild.js';
import { shownIndex } from '../../target/shown-index.js';
import { eachNamedTarget, type NamedTargets } from '../../target/targets.js';
import { isRecord } from '../../values/is-record.js';
import { PROOF_NAME, proofOf } from './namespace-proof.js';

export interface ExportedTarget {
  readonly target: string;
  /** Absolute. */
  readonly exportDir: string;
  /** Relative to exportDir. */
  readonly indexExportPath: string;
  readonly schemaExports: readonly { readonly schema: string; readonly from: string; readonly to: string }[];
  readonly aboutExport: Companions['about'];
  readonly listExports: Companions['lists'];
  /** Relative to exportDir; absent if the target has no proof. */
  readonly proofExportPath?: string;
  /** EXP-007 if an exported target is rejected. */
  readonly warnings: readonly Problem[];
}

export interface ExportResult {
  readonly status: boolean;
  readonly results: readonly ExportedTarget[];
  readonly errors: readonly Problem[];
}

/** A file exported beside the schemas, and its path in the island. */
interface ExportedFile {
  readonly from: string;
  readonly to: string;
}

/** The files that exported schemas depend on, at the paths where an import looks for them. */
interface Companions {
  /** null: none of the schemas declares the About of the namespace. */
  readonly about: ExportedFile | null;
  readonly lists: readonly (ExportedFile & { readonly list: string; readonly version: string })[];
}

interface ExportPlan {
  readonly creates: readonly { readonly path: string; readonly bytes: Buffer }[];
  readonly exported: Pick<
    ExportedTarget,
    'schemaExports' | 'aboutExport' | 'listExports' | 'proofExportPath'
  >;
  /** Vetoed nodes; empty if the target is not rejected. */
  readonly rejected: string;
}

/**
 * Exports the graded state: index.json byte for byte as a rebuild writes it, and the current schemas under their plain
 * names, with their About, their shared lists and the proof of a namespace. A rejected target is exported only if that is allowed; a target that
 * depends on damaged snapshots is never exported. Each target gets a new folder, which is either complete or absent;
 * the export never touches the source or an earlier export.
 *
 * @see spec 22, OUT
 */
export async function exportTargets({
  exportRoot,
  schemas = true,
  allowRejected = false,
  files,
  ...named
}: NamedTargets & {
  /** Absolute folder for the exports. */
  exportRoot: string;
  /** Export the schemas too, with the files they depend on. */
  schemas?: boolean;
  /** Export rejected targets too, with a warning. */
  allowRejected?: boolean;
  now?: () => Date;
  /** File access for writing the exports; default: the disk. */
  files?: Files | undefined;
}): Promise<ExportResult> {
  const { island, now = island.now } = named;
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

/**
 * Rebuilds the index of a selection before its export: the stored index shows the members as they were when it was last
 * written.
 */
async function refreshSelection(island: Island, target: Target, now: Date): Promise<void> {
  if (target.flow === 'provider') return;
  await withLock({ island, target: target.folder, command: 'grading export' }, () =>
    rebuildSelection({ island, selectionId: target.id, now }),
  );
}

/** What is exported of a selection besides its index: nothing, because it has no schemas of its own. */
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
  const proof = proofOf(island, index, now);
  const proofPath = `${target.folder}/${PROOF_NAME}`;
  const named = Object.entries(withSchemas ? index.schemas : {}).flatMap(([schema, { snapshot, failed }]) => {
    const isWanted = target.scope.schema === undefined || target.scope.schema === schema;
    // The island has only an earlier version of a schema whose file does not pass the gate.
    return isWanted && snapshot && !failed ? [[schema, { snapshot }] as const] : [];
  });
  const schemas = named.map(([schema, { snapshot }]) => {
    const from = `${snapshotFolder(target.id, schema)}/${snapshot.file}`;
    const content = island.readBytes(from);
    if (!content) throw fatal('EXP-004', { file: from }, { file: snapshot.file, target: target.name });
    return { schema, from, to: `schemas/${schema}.mjs`, content };
  });
  const { about, lists } = findCompanions(island, target.id, Object.fromEntries(named));
  const companions = [...(about ? [about] : []), ...lists].map(({ from, to }) => {
    const bytes = island.readBytes(from);
    if (!bytes) throw fatal('EXP-004', { file: from }, { file: from, target: target.name });
    return { path: to, bytes };
  });
  return {
    creates: [
      indexFile,
      ...(proof ? [{ path: proofPath, bytes: Buffer.from(formatJson(proof)) }] : []),
      ...schemas.map(({ to, content }) => ({ path: to, bytes: content })),
      ...companions,
    ],
    exported: {
      schemaExports: schemas.map(({ schema, from, to }) => ({ schema, from, to })),
      aboutExport: about,
      listExports: lists,
      ...(proof && { proofExportPath: proofPath }),
    },
    rejected,
  };
}

/**
 * The index to export. The index of a selection, which has just been refreshed, refers to the schemas that are its
 * members, because a selection holds no schemas itself (spec 19).
 */
async function indexToExport(
  island: Island,
  target: Target,
  now: Date,
): Promise<NamespaceIndex | SelectionIndex> {
  const index =
    target.flow === 'selection'
      ? readSelectionIndex(island, target.folder)
      : (await shownIndex(island, readNamespaceOnDisk(island, target.id), now))?.index;
  if (!index) throw fatal('TGT-005', undefined, { target: target.name });
  return index;
}

/** Returns `<target>--<ts>`, with a later second in `<ts>` if that name is taken. */
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

/**
 * Writes an export beside its final place and then moves it there as a whole, so that nobody finds an incomplete
 * export.
 */
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

const FOLDER = 'schemas';

/**
 * The About and the shared lists of these schemas.
 *
 * @throws GradingError EXP-004 if the snapshot of the About is missing
 */
function findCompanions(
  island: Island,
  namespace: string,
  schemas: Readonly<Record<string, { readonly snapshot: SnapshotRef }>>,
): Companions {
  const mains = readMains(island, namespace, schemas);
  const references = Object.values(mains).flatMap(({ sharedLists = [] }) => sharedLists);
  const found = [...readProviderLists(island, namespace).resolve(references).values()];
  return {
    about: findAbout(island, namespace, mains),
    lists: found.map(({ name: list, version, file: from }) => {
      const isOnly = found.filter(({ name }) => name === list).length === 1;
      const to = `${FOLDER}/_lists/${isOnly ? list : `${list}-${version}`}.json`;
      return { list, version, from, to };
    }),
  };
}

function findAbout(
  island: Island,
  namespace: string,
  mains: Readonly<Record<string, SchemaMain>>,
): ExportedFile | null {
  const schema = readMembers(island, namespace)?.about;
  if (schema === undefined || !Object.hasOwn(mains, schema)) return null;
  const folder = aboutFolder(namespace, schema);
  const newest = listSnapshots(island, folder, aboutName(namespace)).at(-1);
  if (!newest) throw fatal('EXP-004', { file: folder }, { file: aboutName(namespace), target: namespace });
  const about = mains[schema]?.resources?.about;
  const name = isRecord(about) && typeof about.name === 'string' ? about.name : `${aboutName(namespace)}.md`;
  return { from: `${folder}/${newest.file}`, to: `${FOLDER}/resources/${name}` };
}

/**
 * Names the nodes that were vetoed directly, for a message; leaves out nodes that only show the veto on one of their
 * parts.
 */
function nameRejected(
  nodes: readonly (readonly [string, { readonly status: string; readonly veto?: unknown }])[],
): string {
  const vetoed = nodes.filter(
    ([node, { status, veto }]) => status === 'rejected' && (veto || isMember(node)),
  );
  const more = vetoed.length > 3 ? ` and ${vetoed.length - 3} more` : '';
  return `${vetoed
    .slice(0, 3)
    .map(([node]) => node)
    .join(', ')}${more}`;
}

function isMember(node: string): boolean {
  return splitId(node)[0] === 'members';
}
