import { readTrusted } from '../island/documents.js';
import type { Island } from '../island/island.js';
import { listSnapshots } from '../island/list-namespace.js';
import { formatSnapshotName } from '../island/logic/names.js';
import { namespaceFolder, snapshotFolder } from '../island/logic/paths.js';
import { holdsKeyForm } from '../keys/logic/key-form-text.js';
import { shapeOfTool } from '../pretest/logic/judge-tool.js';
import { fatal, problem } from '../problems/error-codes.js';
import type { Problem } from '../problems/problem.js';
import { findAll } from '../rules/find.js';
import type { EndpointBaseline, Finding, FindingInput } from '../rules/finding.js';
import { findLibraries, type LibraryFolder } from '../sandbox/library-scripts.js';
import { resolveSharedLists } from '../sources/shared-lists.js';
import { baselineFile } from '../spec/baselines.js';
import type { SpecRules } from '../spec/books/book.js';
import type { SchemaFacts, UsedLibrary } from '../spec/facts.js';
import {
  type LoadedAbout,
  type LoadedSchema,
  type LoadedSkill,
  loadAbout,
  loadSchema,
  loadSkill,
  type NamespaceOutline,
} from '../target/load-namespace.js';
import type { ProviderLists } from '../target/logic/provider-lists.js';
import type { Subject } from '../target/logic/subjects.js';
import { highestVersion } from './compose-prompt.js';
import { findSecretPlaces } from './logic/prompts/secret-places.js';

/** A namespace with all the material that code searches for findings. */
export interface NamespaceContent {
  readonly namespace: string;
  readonly schemas: ReadonlyMap<string, LoadedSchema>;
  readonly about: LoadedAbout | null;
  readonly skills: readonly LoadedSkill[];
  readonly baseline: EndpointBaseline | null;
}

/**
 * Reads all material of a namespace from its newest snapshots. A schema whose file does not pass the gate is left out:
 * nothing about its last snapshot is tested, searched or asked.
 */
export function loadContent(island: Island, namespace: string, outline: NamespaceOutline): NamespaceContent {
  const failed = new Set(outline.failed.map(({ schema }) => schema));
  const schemas = outline.schemas
    .filter(({ schema }) => !failed.has(schema))
    .map((schema) => loadSchema(island, namespace, schema));
  const skills = outline.skills.map((skill) => loadSkill(island, skill));
  return {
    namespace,
    schemas: new Map(schemas.flatMap((schema) => (schema ? [[schema.schema, schema]] : []))),
    about: loadAbout(island, outline.about),
    skills: skills.filter((skill) => skill !== null),
    baseline: readBaselineSnapshot(island, namespace),
  };
}

/** The endpoints that the provider documents, as last recorded; null if they never were. */
function readBaselineSnapshot(island: Island, namespace: string): EndpointBaseline | null {
  const folder = namespaceFolder(namespace);
  const newest = listSnapshots(island, folder, 'baseline').at(-1);
  return newest ? readTrusted(island, `${folder}/${formatSnapshotName(newest)}`, baselineFile) : null;
}

/** Finds strings that look like keys. None may get into a prompt, so they stop the run before any request. */
export function findSecrets({ namespace, schemas, skills, about }: NamespaceContent): Problem[] {
  return [
    ...[...schemas.values()].flatMap(({ reading, schema, snapshot }) =>
      findSecretPlaces(reading, `${snapshotFolder(namespace, schema)}/${snapshot.file}`),
    ),
    ...skills.flatMap(({ reading, file }) => findSecretPlaces(reading, file)),
    ...(about && holdsKeyForm(about.text)
      ? [problem('PB-101', { file: about.file }, { what: 'the About' })]
      : []),
  ];
}

/**
 * Findings of every schema. What concerns the namespace as a whole – its skills, its About, endpoints that no tool
 * implements – is reported once, with the first schema.
 *
 * @param facts what the pretest found out about each schema
 * @param spec decides how many working tests are recommended
 */
export function findOfNamespace(
  content: NamespaceContent,
  facts: ReadonlyMap<string, SchemaFacts>,
  {
    spec,
    lists,
    libraries,
  }: {
    readonly spec: SpecRules;
    readonly lists: ProviderLists;
    /** Folder with the user's libraries. */
    readonly libraries: LibraryFolder | null;
  },
): Map<string, Finding[]> {
  const { namespace, schemas, about, skills, baseline } = content;
  const names = [...schemas.keys()].sort();
  return new Map(
    [...schemas.values()].map((schema) => {
      const isFirst = schema.schema === names[0];
      const known = facts.get(schema.schema);
      const found = findAll({
        namespace,
        file: `${snapshotFolder(namespace, schema.schema)}/${schema.snapshot.file}`,
        reading: schema.reading,
        code: schema.code,
        terms: known?.terms ?? null,
        remarks: Object.entries(known?.tools ?? {}).flatMap(([tool, { remarks = [] }]) =>
          remarks.map((remark) => ({ tool, ...remark })),
        ),
        targets: known ? targetsOf(schema, known, { spec, lists }) : [],
        changedLibraries: known ? findChangedLibraries(known, libraries) : [],
        about,
        skills: isFirst ? skills.map(toSkillText) : [],
        baseline: isFirst && baseline ? { ...baseline, elsewhere: endpointsBeside(schema, schemas) } : null,
      });
      return [schema.schema, found];
    }),
  );
}

/** The tools that can be graded, with the number of working tests they should have; a blocked tool says what it lacks. */
function targetsOf(
  { main }: LoadedSchema,
  { tools }: SchemaFacts,
  { spec, lists }: { readonly spec: SpecRules; readonly lists: ProviderLists },
): FindingInput['targets'] {
  const { target: targetOf } = spec;
  if (!targetOf) return [];
  const references = main.sharedLists ?? [];
  const resolved = resolveSharedLists(references, lists.filesFor(references));
  return Object.entries(main.tools ?? {}).flatMap(([tool, definition]) => {
    const known = Object.hasOwn(tools, tool) ? tools[tool] : undefined;
    const target = known?.status === 'ok' ? targetOf(shapeOfTool(definition, resolved)) : null;
    return known && target !== null ? [{ tool, working: known.working, target }] : [];
  });
}

/** The libraries that tests ran with, where the sandbox would now load another script. */
function findChangedLibraries(
  { tools }: SchemaFacts,
  folder: LibraryFolder | null,
): FindingInput['changedLibraries'] {
  const used = Object.entries(tools).flatMap(([tool, { libraries = [] }]) =>
    libraries.map((library) => ({ tool, library })),
  );
  const names = used.map(({ library }) => library.name);
  const found = findLibraries(names, folder);
  const nameOf = ({ name, version, sha256 }: UsedLibrary) =>
    `${name} ${version ?? 'of your own'} (${sha256.slice(0, 8)})`;
  return used.flatMap(({ tool, library }) => {
    const now = found.get(library.name);
    if (now?.sha256 === library.sha256) return [];
    return [{ tool, was: nameOf(library), now: now ? nameOf(now) : `no ${library.name}` }];
  });
}

function toSkillText({ file, source, reading }: LoadedSkill) {
  const at = reading.locate(['content']);
  return {
    name: source.name,
    content: source.content,
    resources: source.requires?.resources ?? [],
    file,
    ...(at && { at }),
  };
}

function endpointsBeside(own: LoadedSchema, schemas: ReadonlyMap<string, LoadedSchema>) {
  return [...schemas.values()]
    .filter((schema) => schema !== own)
    .flatMap(({ main }) =>
      Object.values(main.tools ?? {}).map(({ method, path }) => ({
        method,
        path: `${main.root ?? ''}${path}`,
      })),
    );
}

/**
 * The version of the subject's schema; for a subject about the whole namespace, the highest version (grading-rules §9).
 *
 * @throws GradingError IDX-013 if no schema of the namespace can be read, so that only a skill is left
 */
export function versionOf({ schema }: Subject, { namespace, schemas }: NamespaceContent): string {
  const own = schema === null ? undefined : schemas.get(schema);
  const readable = own ? [own] : [...schemas.values()];
  if (readable.length === 0) {
    const file = namespaceFolder(namespace);
    throw fatal('IDX-013', { file }, { schema: schema ?? namespace, namespace });
  }
  return highestVersion(readable.map(({ main }) => main.version));
}
