import { isAbsolute, relative, resolve, sep } from 'node:path';
import { findSchemaFiles, type SchemaFileGroup } from '../adapters/schema-source/find-files.js';
import type { ListCatalogue } from '../adapters/shared-lists.js';
import { canonicalJson } from '../engine/hash.js';
import { type ImportPlan, namespaceOf, planImport } from '../engine/import-plan.js';
import { formatJson, readNamespaceIndex } from '../island/documents.js';
import type { Island } from '../island/island.js';
import { withLock } from '../island/lock.js';
import { aboutFolder, FILE_NAMES, namespaceFolder, skillFolder, snapshotFolder } from '../island/paths.js';
import type { Problem } from '../model/problem.js';
import { GradingError } from '../model/problem.js';
import { problem } from '../tables/error-codes.js';
import { createListSource, importLists } from './import/import-lists.js';
import { readSources, type SourceFiles } from './import/read-sources.js';
import { readTarget } from './import/read-target.js';
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

export interface ImportedSkill {
  readonly schema: string;
  readonly skill: string;
  readonly hash: string;
  /** Relative to the island; null where it was there already. */
  readonly snapshot: string | null;
}

export interface ImportedNamespace {
  readonly flow: 'provider';
  readonly namespace: string;
  readonly imported: readonly { readonly schema: string; readonly hash: string; readonly snapshot: string }[];
  readonly skipped: readonly { readonly schema: string; readonly hash: string }[];
  readonly rejected: readonly { readonly file: string; readonly errors: readonly Problem[] }[];
  readonly skills: readonly ImportedSkill[];
  /** Folder of the namespace's About, relative to the island; null where it has none. */
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
    if (isInside(options.island.root, name)) {
      errors.push(problem('IMP-011', { file: name }));
      continue;
    }
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

/** Snapshots are no sources: importing them would make schemas of them and retire the real ones. */
function isInside(root: string, path: string): boolean {
  const below = relative(root, resolve(path));
  return below === '' || !(below === '..' || below.startsWith(`..${sep}`) || isAbsolute(below));
}

interface Prepared {
  readonly namespace: string | null;
  readonly files: SourceFiles;
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
  const files = readSources(group, { lists, strict });
  const named = namespaceOf(files.sources, name);
  const problems = [
    ...files.problems,
    ...[...files.sources, ...files.skills].flatMap((file) => file.problems),
  ];
  const errors = problems.filter((found) => found.severity === 'error');
  if ('problem' in named) {
    return { namespace: null, files, errors: named.problem ? [...errors, named.problem] : errors };
  }
  const { namespace } = named;
  const other = claimed.get(namespace);
  if (other !== undefined && group.folder !== null) {
    const clash = problem('IMP-008', { file: name }, { namespace, other });
    return { namespace: null, files, errors: [...errors, clash] };
  }
  if (group.folder !== null) claimed.set(namespace, name);
  return { namespace: errors.length > 0 && !keepGoing ? null : namespace, files, errors };
}

async function importGroup({
  namespace,
  files,
  group,
  lists,
  options,
}: {
  namespace: string;
  files: SourceFiles;
  group: SchemaFileGroup;
  lists: ListCatalogue;
  options: ImportOptions;
}): Promise<ImportedNamespace | GradingError> {
  const { island, dryRun = false } = options;
  const now = (options.now ?? (() => new Date()))();
  const run = () => {
    // A damaged index would stop the rebuild after everything else was written.
    readNamespaceIndex(island, namespaceFolder(namespace));
    const imported = { ...files, namespace, wholeFolder: group.folder !== null };
    const plan = planImport(imported, readTarget(island, namespace), now);
    if (!dryRun) {
      createSnapshots(island, namespace, plan);
      importLists({ island, lists, sources: files.sources, now });
      writeMembers(island, namespace, plan);
      rebuildNamespace({ island, namespace, now });
    }
    return describe(namespace, plan, files.problems);
  };
  try {
    if (dryRun) return run();
    return await withLock({ island, target: namespaceFolder(namespace), command: 'grading import' }, run);
  } catch (error) {
    if (error instanceof GradingError) return error;
    throw error;
  }
}

function createSnapshots(island: Island, namespace: string, plan: ImportPlan): void {
  const create = (folder: string, fileName: string | null, bytes: string | Uint8Array) => {
    if (fileName !== null) island.create(`${folder}/${fileName}`, bytes);
  };
  for (const { schema, fileName, bytes } of plan.schemas) {
    create(snapshotFolder(namespace, schema), fileName, bytes);
  }
  for (const { schema, fileName, bytes } of plan.abouts)
    create(aboutFolder(namespace, schema), fileName, bytes);
  for (const { schema, skill, fileName, bytes } of plan.skills) {
    create(skillFolder(namespace, schema, skill), fileName, bytes);
  }
  if (plan.baseline)
    create(namespaceFolder(namespace), plan.baseline.fileName, canonicalJson(plan.baseline.value));
}

/** Last of the facts: a list never names what is not there yet. */
function writeMembers(island: Island, namespace: string, { members }: ImportPlan): void {
  if (members) island.create(`${namespaceFolder(namespace)}/${members.fileName}`, formatJson(members.list));
}

function describe(namespace: string, plan: ImportPlan, problems: readonly Problem[]): ImportedNamespace {
  const [about] = [...plan.abouts].sort((a, b) => (a.schema < b.schema ? -1 : 1));
  return {
    flow: 'provider',
    namespace,
    imported: plan.schemas.flatMap(({ schema, hash, fileName }) =>
      fileName ? [{ schema, hash, snapshot: `${snapshotFolder(namespace, schema)}/${fileName}` }] : [],
    ),
    skipped: plan.schemas.flatMap(({ schema, hash, fileName }) => (fileName ? [] : [{ schema, hash }])),
    rejected: plan.rejected,
    skills: plan.skills.map(({ schema, skill, hash, fileName }) => ({
      schema,
      skill,
      hash,
      snapshot: fileName && `${skillFolder(namespace, schema, skill)}/${fileName}`,
    })),
    about: about ? aboutFolder(namespace, about.schema) : null,
    indexPath: `${namespaceFolder(namespace)}/${FILE_NAMES.index}`,
    warnings: [...problems.filter((found) => found.severity !== 'error'), ...plan.warnings],
  };
}
