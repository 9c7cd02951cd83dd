import { basename, resolve } from 'node:path';
import { formatJson, readNamespaceIndex } from '../../island/documents.js';
import type { Island } from '../../island/island.js';
import { recordFacts } from '../../island/journal/record-facts.js';
import { listSchemas } from '../../island/list-namespace.js';
import { withLock } from '../../island/lock.js';
import {
  aboutFolder,
  FILE_NAMES,
  isNamespaceName,
  namespaceFolder,
  skillFolder,
  snapshotFolder,
} from '../../island/logic/paths.js';
import { problem } from '../../problems/error-codes.js';
import type { Problem } from '../../problems/problem.js';
import type { Sandbox } from '../../sandbox/sandbox.js';
import { isForOthers, type SchemaFileGroup } from '../../sources/find-files.js';
import { describeKind } from '../../sources/logic/source-kind.js';
import type { ListCatalogue } from '../../sources/shared-lists.js';
import { newerBook } from '../../spec/books/registered.js';
import { canonicalJson, sha256 } from '../../spec/hash.js';
import type { NamespaceIndex } from '../../spec/index-file.js';
import { type KnownSchemas, knownSchema, placeEvaluatedMain } from '../../target/load-namespace.js';
import { deriveNamespace } from '../../target/rebuild/derive-namespace.js';
import { rebuildNamespace } from '../../target/rebuild/rebuild.js';
import { byCodeUnit } from '../../values/code-unit-order.js';
import { countDeclaredEnough } from './declared-tests.js';
import { checkLists, type ListPlan, planLists } from './import-lists.js';
import type { ListHolders } from './list-holders.js';
import { namespaceOf, namespaceOrFolder, refuseAlike } from './logic/check-names.js';
import type { ImportPlan, PlannedSchema } from './logic/plan.js';
import { planImport } from './logic/plan-namespace.js';
import { gradedSchemas, listRetired, type RetiredPart } from './logic/retired.js';
import { hasPlace, type ImportTarget, isError } from './logic/sources.js';
import { moveRecords, NOT_RENAMED } from './move-records.js';
import { type PlannedProviders, planContents } from './provider-contents.js';
import { checkFolderName, folderNameOf, readSources, type SourceFiles } from './read-sources.js';
import { readTarget, tellSetAside } from './read-target.js';
import type { ImportedNamespace, ImportOptions } from './result.js';

interface ProviderInput {
  readonly group: SchemaFileGroup;
  /** The path as the user gave it. */
  readonly name: string;
  readonly lists: ListCatalogue;
  readonly options: ImportOptions;
  /** Folders from which this command has imported namespaces, by namespace. */
  readonly claimed: Map<string, string>;
  /** Knows which providers in the island hold each list. */
  readonly holders: ListHolders;
  /** Receives, by namespace, the number of tools that declare enough tests only for a newer specification. */
  readonly freed: Map<string, number>;
  /** Receives the namespaces that a dry run would import. */
  readonly planned: PlannedProviders;
  /** null: no code is run. */
  readonly sandbox: Sandbox | null;
  readonly onFile: (done: number, total: number) => void;
}

/**
 * Imports the schema files of one provider folder, or one file that the user named.
 *
 * @param errors receives the problems of its files
 * @returns null if nothing was imported
 */
export async function importProvider(
  input: ProviderInput,
  errors: Problem[],
): Promise<ImportedNamespace | null> {
  const { files, namespace, errors: found } = await prepare(input);
  errors.push(...found);
  return namespace === null ? null : importGroup({ ...input, files, namespace }, errors);
}

interface Prepared {
  readonly namespace: string | null;
  readonly files: SourceFiles;
  readonly errors: readonly Problem[];
}

/** Reads a group and decides whether it may be imported at all. */
async function prepare({
  group,
  name,
  lists,
  options: { island, keepGoing = false, strict = false },
  claimed,
  sandbox,
  onFile,
}: ProviderInput): Promise<Prepared> {
  const { recordsInvalid, schemasSpec } = island.book.spec;
  const read = await readSources(group, { lists, strict, schemasSpec, sandbox, onFile });
  const others = describeOthers(group, read);
  if (read.sources.length === 0) return { namespace: null, files: read, errors: others };
  const place = { file: name, folder: folderNameOf(group) };
  const named = recordsInvalid ? namespaceOrFolder(read.sources, place) : namespaceOf(read.sources, name);
  const files =
    'namespace' in named ? refuseNames(read, { island, lists, namespace: named.namespace }) : read;
  const problems = [
    ...files.problems,
    ...[...files.sources, ...files.skills].flatMap((file) => file.problems),
  ];
  const errors = problems.filter(isError);
  if ('problem' in named) {
    const refused = named.problem ? [named.problem] : [];
    return { namespace: null, files, errors: [...others, ...errors, ...refused] };
  }
  const { namespace } = named;
  const other = claimed.get(namespace);
  if (other !== undefined && group.folder !== null) {
    const clash = problem('IMP-019', { file: name }, { namespace, other });
    return { namespace: null, files, errors: [...others, ...errors, clash] };
  }
  if (group.folder !== null) claimed.set(namespace, name);
  const isRefused = recordsInvalid ? !files.sources.some(hasPlace) : errors.length > 0 && !keepGoing;
  return {
    namespace: isRefused ? null : namespace,
    files,
    errors: [...others, ...errors, ...checkFolderName(group, { schemasSpec, namespace })],
  };
}

/** What the other files are; nothing, where they lie in a folder for them that a shell's `*` has named. */
function describeOthers({ folder }: SchemaFileGroup, { others }: SourceFiles): Problem[] {
  if (folder !== null && isForOthers(basename(resolve(folder)))) return [];
  return others.flatMap(({ file, kind, reading }) => describeKind(kind, { file, reading }) ?? []);
}

/**
 * Refuses names that some disks would treat as the same name; an invalid namespace is refused where its folder is
 * opened.
 */
function refuseNames(
  files: SourceFiles,
  { island, lists, namespace }: { island: Island; lists: ListCatalogue; namespace: string },
): SourceFiles {
  const known = isNamespaceName(namespace) ? listSchemas(island, namespace) : [];
  return {
    ...files,
    sources: refuseAlike(files.sources, { what: 'schemas', nameOf: ({ schema }) => schema, known }),
    skills: refuseAlike(files.skills, { what: 'skills', nameOf: ({ name }) => name, known: [] }),
    problems: [...files.problems, ...checkLists({ island, namespace, lists, sources: files.sources })],
  };
}

async function importGroup(
  {
    namespace,
    files,
    group,
    name,
    lists,
    holders,
    options,
    freed,
    planned,
  }: ProviderInput & {
    namespace: string;
    files: SourceFiles;
  },
  errors: Problem[],
): Promise<ImportedNamespace | null> {
  const { island, dryRun = false, retire = false } = options;
  const now = (options.now ?? island.now)();
  const { recordsInvalid } = island.book.spec;
  const records = {
    from: folderNameOf(group),
    to: namespace,
    schemas: files.sources.map(({ schema }) => schema),
  };
  const renamed = recordsInvalid ? await moveRecords(records, { island, dryRun, now }) : NOT_RENAMED;
  if ('problem' in renamed) errors.push({ ...renamed.problem, where: { file: name } });
  const run = () => {
    // Read the index now: if it is damaged, the rebuild would fail only after everything else was written.
    const before = readNamespaceIndex(island, namespaceFolder(namespace));
    const wholeFolder = group.folder !== null;
    const imported = { ...files, namespace, wholeFolder, recordsFailed: recordsInvalid };
    const target = readTarget(island, namespace);
    const plan = planImport(imported, target, now);
    const { retired, kept } = findRetired({ island, namespace, now, before, target, plan });
    if (kept.length > 0 && !retire) {
      const schemas = kept.map(({ name, grade, status }) => `${name} (${grade ?? status})`).join(', ');
      errors.push(problem('IMP-016', { file: name }, { namespace, schemas }));
      if (!dryRun) return null;
    }
    const known = { holders, isKnown: target.members !== null, now };
    const listPlan = planLists({ island, namespace, lists, sources: files.sources }, known);
    if (!dryRun) {
      const snapshots = createSnapshots(island, namespace, plan, listPlan);
      holders.forget(namespace);
      const members = createMembers(island, namespace, plan);
      const folder = namespaceFolder(namespace);
      recordFacts(island, folder, { own: [...snapshots, ...members], now });
      rebuildNamespace({ island, namespace, now, seen: { schemas: knownAfter(before, files, plan) } });
    } else planned.set(namespace, planContents(island, imported, plan));
    const newer = newerBook(island.book);
    const { spec: own } = island.book;
    if (newer) {
      freed.set(namespace, countDeclaredEnough(files.sources, lists.files, { own, newer: newer.spec }));
    }
    const early = tellSetAside(island, namespaceFolder(namespace));
    const problems = [...files.problems, ...listPlan.warnings, ...early];
    return {
      ...describe(namespace, plan, { retired, lists: listPlan.lists, problems }),
      ...('from' in renamed && { renamedFrom: renamed.from }),
    };
  };
  const once = () => island.withListings(run);
  if (dryRun) return once();
  return withLock({ island, target: namespaceFolder(namespace), command: 'grading import' }, once);
}

/**
 * Finds the parts that the import retires, and those among them that may be retired only with permission (decision
 * 0076).
 */
function findRetired({
  island,
  namespace,
  now,
  before,
  target,
  plan,
}: {
  island: Island;
  namespace: string;
  now: Date;
  before: NamespaceIndex | null;
  target: ImportTarget;
  plan: ImportPlan;
}): { readonly retired: readonly RetiredPart[]; readonly kept: readonly RetiredPart[] } {
  const next = plan.members?.list;
  const retiredIn = (index: NamespaceIndex | null) =>
    next ? listRetired(target.members, next, { name: namespace, index }) : [];
  if (retiredIn(before).length === 0) return { retired: [], kept: [] };
  const index = before ?? deriveNamespace({ island, namespace, now }).index;
  const retired = retiredIn(index);
  return { retired, kept: gradedSchemas(retired, index) };
}

/**
 * Takes the content of known snapshots from the index, and that of new ones from what was just read, so that no
 * snapshot has to be read again.
 */
function knownAfter(
  before: NamespaceIndex | null,
  { sources }: SourceFiles,
  { schemas }: ImportPlan,
): KnownSchemas {
  const bySchema = new Map(sources.map((source) => [source.schema, source]));
  const read = schemas.flatMap(({ schema, hash, fileName, bytes }): [string, KnownSchemas[string]][] => {
    const source = bySchema.get(schema);
    if (!source?.main) return [];
    const { main, writesTo } = source;
    if (fileName !== null) {
      const snapshot = { file: fileName, hash, fileSha256: sha256(bytes) };
      return [[schema, { snapshot, tools: main.tools ?? {}, writesTo }]];
    }
    // Without a new name, the newest snapshot has the same bytes. Whether it can be read, only the index says.
    const known = knownSchema(before, schema);
    return known?.snapshot?.hash === hash ? [[schema, { ...known, writesTo }]] : [];
  });
  return { ...before?.schemas, ...Object.fromEntries(read) };
}

/** @returns the paths of the files */
function createSnapshots(island: Island, namespace: string, plan: ImportPlan, lists: ListPlan): string[] {
  const place = (folder: string, fileName: string | null, bytes: string | Uint8Array) =>
    fileName === null ? [] : [{ path: `${folder}/${fileName}`, bytes }];
  const { baseline } = plan;
  const evaluated = plan.schemas.flatMap((planned) => placeEvaluated(namespace, planned));
  const files = [
    ...plan.schemas.flatMap(({ schema, fileName, bytes }) =>
      place(snapshotFolder(namespace, schema), fileName, bytes),
    ),
    ...plan.abouts.flatMap(({ schema, fileName, bytes }) =>
      place(aboutFolder(namespace, schema), fileName, bytes),
    ),
    ...plan.skills.flatMap(({ schema, skill, fileName, bytes }) =>
      place(skillFolder(namespace, schema, skill), fileName, bytes),
    ),
    ...(baseline ? place(namespaceFolder(namespace), baseline.fileName, canonicalJson(baseline.value)) : []),
  ];
  // Write files that a snapshot depends on before the snapshot.
  const first = [...evaluated, ...lists.creates];
  island.createAll(first);
  island.createAll(files);
  return [...first, ...files].map(({ path }) => path);
}

/** Writes the evaluated value of a computed `main` before the snapshot, which cannot be read without that value. */
function placeEvaluated(namespace: string, { schema, fileName, bytes, evaluated }: PlannedSchema) {
  if (fileName === null || !evaluated) return [];
  return [placeEvaluatedMain(`${snapshotFolder(namespace, schema)}/${fileName}`, bytes, evaluated)];
}

/** Writes the member list last, so that it never names a file that does not exist yet. */
function createMembers(island: Island, namespace: string, { members }: ImportPlan): string[] {
  if (!members) return [];
  const path = `${namespaceFolder(namespace)}/${members.fileName}`;
  island.create(path, formatJson(members.list));
  return [path];
}

function describe(
  namespace: string,
  plan: ImportPlan,
  {
    retired,
    lists,
    problems,
  }: { retired: readonly RetiredPart[]; lists: ListPlan['lists']; problems: readonly Problem[] },
): ImportedNamespace {
  const [about] = [...plan.abouts].sort((a, b) => byCodeUnit(a.schema, b.schema));
  return {
    flow: 'provider',
    namespace,
    imported: plan.schemas.flatMap(({ schema, hash, fileName, evaluated }) => {
      if (fileName === null) return [];
      const snapshot = `${snapshotFolder(namespace, schema)}/${fileName}`;
      return [{ schema, hash, snapshot, ...(evaluated && { evaluated: true as const }) }];
    }),
    skipped: plan.schemas.flatMap(({ schema, hash, fileName }) => (fileName ? [] : [{ schema, hash }])),
    rejected: plan.rejected,
    retired,
    skills: plan.skills.map(({ schema, skill, hash, fileName }) => ({
      schema,
      skill,
      hash,
      snapshot: fileName && `${skillFolder(namespace, schema, skill)}/${fileName}`,
    })),
    lists,
    about: about ? aboutFolder(namespace, about.schema) : null,
    indexPath: `${namespaceFolder(namespace)}/${FILE_NAMES.index}`,
    warnings: [...problems.filter((found) => !isError(found)), ...plan.warnings],
  };
}
