import { findSchemaFiles, type SchemaFileGroup } from '../adapters/schema-source/find-files.js';
import type { ListCatalogue } from '../adapters/shared-lists.js';
import { sha256 } from '../engine/hash.js';
import {
  type ImportPlan,
  type ImportSource,
  type ImportTarget,
  namespaceOf,
  planImport,
} from '../engine/import-plan.js';
import { formatJson, readNamespaceIndex } from '../island/documents.js';
import type { Island } from '../island/island.js';
import { listSchemas, listSnapshots } from '../island/list-namespace.js';
import { withLock } from '../island/lock.js';
import { FILE_NAMES, namespaceFolder, snapshotFolder } from '../island/paths.js';
import { readMembers } from '../island/read-namespace.js';
import type { Problem } from '../model/problem.js';
import { GradingError } from '../model/problem.js';
import { problem } from '../tables/error-codes.js';
import { createListSource, importLists } from './import/import-lists.js';
import { readSources } from './import/read-sources.js';
import { rebuildNamespace } from './rebuild.js';

export interface ImportOptions {
  readonly island: Island;
  /** Provider folders, single schema files, folders of provider folders. */
  readonly paths: readonly string[];
  /** Plan only: nothing is written. */
  readonly dryRun?: boolean;
  /** Import what passes, report the rest. */
  readonly keepGoing?: boolean;
  /** Warnings refuse a schema too. */
  readonly strict?: boolean;
  readonly now?: () => Date;
  /** Called before each namespace, for progress. */
  readonly onProgress?: (done: number, total: number, what: string) => void;
}

export interface ImportedNamespace {
  readonly flow: 'provider';
  readonly namespace: string;
  readonly imported: readonly { readonly schema: string; readonly hash: string; readonly snapshot: string }[];
  readonly skipped: readonly { readonly schema: string; readonly hash: string }[];
  readonly rejected: readonly { readonly file: string; readonly errors: readonly Problem[] }[];
  readonly skills: readonly string[];
  readonly about: string | null;
  readonly indexPath: string;
  readonly warnings: readonly Problem[];
}

export interface ImportResult {
  readonly status: boolean;
  readonly stage: 0;
  readonly dryRun: boolean;
  readonly results: readonly ImportedNamespace[];
  readonly errors: readonly Problem[];
}

/**
 * Stage 0: reads provider folders, validates every file, and snapshots what is new. A folder with an invalid file
 * is left alone as a whole unless `keepGoing`; all problems of all files are reported.
 *
 * @see spec 22, IN; design/schema-intake
 */
export async function importSources(options: ImportOptions): Promise<ImportResult> {
  const found = findSchemaFiles(options.paths);
  const errors: Problem[] = [...found.problems];
  const results: ImportedNamespace[] = [];
  const claimed = new Map<string, string>();
  const listsOf = createListSource();
  for (const [at, group] of found.groups.entries()) {
    const name = group.folder ?? group.files[0] ?? '';
    options.onProgress?.(at, found.groups.length, name);
    const lists = listsOf(group);
    const prepared = prepare({ group, name, lists, options, claimed });
    errors.push(...prepared.errors);
    if (!prepared.namespace) continue;
    const result = await importGroup({
      ...prepared,
      namespace: prepared.namespace,
      group,
      lists,
      options,
    });
    if (!(result instanceof GradingError)) results.push(result);
    else errors.push(result.problem);
  }
  const status = errors.every((found) => found.severity !== 'error');
  return { status, stage: 0, dryRun: options.dryRun ?? false, results, errors };
}

interface Prepared {
  readonly namespace: string | null;
  readonly sources: readonly ImportSource[];
  readonly errors: readonly Problem[];
}

/** Reads a group and decides whether it may be imported at all. */
function prepare({
  group,
  name,
  lists,
  options: { keepGoing = false, strict = false },
  claimed,
}: {
  group: SchemaFileGroup;
  name: string;
  lists: ListCatalogue;
  options: ImportOptions;
  claimed: Map<string, string>;
}): Prepared {
  const sources = readSources(group, { lists, strict });
  const named = namespaceOf(sources, name);
  const errors = sources.flatMap((source) => source.problems.filter((found) => found.severity === 'error'));
  if ('problem' in named) {
    return { namespace: null, sources, errors: named.problem ? [...errors, named.problem] : errors };
  }
  const { namespace } = named;
  const other = claimed.get(namespace);
  if (other !== undefined && group.folder !== null) {
    const clash = problem('IMP-008', { file: name }, { namespace, other });
    return { namespace: null, sources, errors: [...errors, clash] };
  }
  if (group.folder !== null) claimed.set(namespace, name);
  return { namespace: errors.length > 0 && !keepGoing ? null : namespace, sources, errors };
}

async function importGroup({
  namespace,
  sources,
  group,
  lists,
  options,
}: {
  namespace: string;
  sources: readonly ImportSource[];
  group: SchemaFileGroup;
  lists: ListCatalogue;
  options: ImportOptions;
}): Promise<ImportedNamespace | GradingError> {
  const { island, dryRun = false } = options;
  const now = (options.now ?? (() => new Date()))();
  const run = () => {
    // A damaged index would stop the rebuild after everything else was written.
    readNamespaceIndex(island, namespaceFolder(namespace));
    const target = readTarget(island, namespace);
    const plan = planImport({ namespace, sources, target, wholeFolder: group.folder !== null, now });
    if (!dryRun) applyPlan({ island, namespace, plan, lists, sources, now });
    return describe(namespace, plan);
  };
  try {
    if (dryRun) return run();
    return await withLock({ island, target: namespaceFolder(namespace), command: 'grading import' }, run);
  } catch (error) {
    if (error instanceof GradingError) return error;
    throw error;
  }
}

function readTarget(island: Island, namespace: string): ImportTarget {
  const folder = namespaceFolder(namespace);
  const schemas = listSchemas(island, namespace).map((schema) => {
    const place = snapshotFolder(namespace, schema);
    const snapshots = listSnapshots(island, place, schema);
    const newest = snapshots.at(-1);
    const bytes = newest && island.readBytes(`${place}/${newest.file}`);
    return [
      schema,
      { timestamps: snapshots.map((found) => found.timestamp), newestSha256: bytes ? sha256(bytes) : '' },
    ] as const;
  });
  return {
    members: readMembers(island, namespace),
    memberTimestamps: listSnapshots(island, folder, 'members').map((found) => found.timestamp),
    schemas: new Map(schemas),
  };
}

function applyPlan({
  island,
  namespace,
  plan,
  lists,
  sources,
  now,
}: {
  island: Island;
  namespace: string;
  plan: ImportPlan;
  lists: ListCatalogue;
  sources: readonly ImportSource[];
  now: Date;
}): void {
  for (const { schema, fileName, bytes } of plan.creates) {
    island.create(`${snapshotFolder(namespace, schema)}/${fileName}`, bytes);
  }
  importLists({ island, lists, sources, now });
  // Last of the facts: a list never names a schema whose snapshot is not there yet.
  if (plan.members) {
    island.create(`${namespaceFolder(namespace)}/${plan.members.fileName}`, formatJson(plan.members.list));
  }
  rebuildNamespace({ island, namespace, now });
}

function describe(namespace: string, plan: ImportPlan): ImportedNamespace {
  return {
    flow: 'provider',
    namespace,
    imported: plan.creates.map(({ schema, hash, fileName }) => ({
      schema,
      hash,
      snapshot: `${snapshotFolder(namespace, schema)}/${fileName}`,
    })),
    skipped: plan.keeps,
    rejected: plan.rejected,
    skills: [],
    about: null,
    indexPath: `${namespaceFolder(namespace)}/${FILE_NAMES.index}`,
    warnings: plan.warnings,
  };
}
