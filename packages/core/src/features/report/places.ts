import { posix, relative, resolve, sep } from 'node:path';
import { relativeUri } from '../../documents/shown-path.js';
import type { Island } from '../../island/island.js';
import { snapshotFolder } from '../../island/logic/paths.js';
import type { Where } from '../../problems/problem.js';
import { type ModuleReading, READING_LIMITS } from '../../sources/logic/module-reading.js';
import { readPlainFile } from '../../sources/read-plain-file.js';
import { sha256 } from '../../spec/hash.js';
import type { NamespaceIndex } from '../../spec/index-file.js';
import { type NamespaceOutline, readSnapshot } from '../../target/load-namespace.js';
import type { LoadedSelection } from '../../target/load-selection.js';
import type { Subject } from '../../target/logic/subjects.js';
import type { ReportPlace } from './logic/grading-report.js';

/** Places to show for the nodes of a target and their findings. */
export interface Places {
  ofWhere(where: Where): ReportPlace | null;
  ofNode(node: string, subject: Subject | null): ReportPlace | null;
  /** Place of a schema's file that does not pass the gate, at a line of it; null if its source was not found. */
  ofFailed(schema: string, line?: number): ReportPlace | null;
  /** Number of schemas whose source was searched for, and how many of these sources were not found. */
  readonly sought: { readonly schemas: number; readonly missing: number };
}

/** Folder of the sources, and the folders that only exist on this machine. */
export interface SourceOptions {
  /** Absolute path; null if places are to be shown in snapshots instead. */
  readonly sources: string | null;
  readonly folders: { readonly root: string; readonly home: string };
}

interface SchemaFile {
  readonly snapshot: string;
  readonly shown: Pick<ReportPlace, 'base' | 'file'>;
  readonly reading: ModuleReading;
}

/**
 * Finds the places of a namespace's nodes: in a schema's source if that is identical to the graded snapshot, otherwise
 * in the snapshot. A node about the whole namespace has no file, so its place is the first schema.
 */
export function placesOfNamespace(
  island: Island,
  { index, outline }: { index: NamespaceIndex; outline: NamespaceOutline },
  options: SourceOptions & {
    /** The only schema to report; null: all of them. */
    readonly schema: string | null;
  },
): Places {
  const files = new Map(
    Object.entries(index.schemas).flatMap(([schema, { snapshot }]): [string, SchemaFile][] => {
      if (!snapshot) return [];
      const path = `${snapshotFolder(index.namespace, schema)}/${snapshot.file}`;
      const reading = readSnapshot(island, path, island.readText(path) ?? '');
      const name = `${index.namespace}/${schema}.mjs`;
      const shown = findSource(name, snapshot.fileSha256, options) ?? inIsland(path);
      return [[schema, { snapshot: path, shown, reading }]];
    }),
  );
  const failed = failedSources(index, options);
  const ofFailed: Places['ofFailed'] = (schema, line) => {
    const shown = failed.get(schema);
    return shown ? { ...shown, ...(line !== undefined && { line }) } : null;
  };
  const bySnapshot = new Map([...files.values()].map((file) => [file.snapshot, file]));
  const skills = new Map(outline.skills.map(({ schema, skill, file }) => [`${schema}.${skill}`, file]));
  const [first] = files.values();
  const ofNode: Places['ofNode'] = (node, subject) => {
    const skill = subject?.skill ? skills.get(`${subject.schema}.${subject.skill}`) : undefined;
    if (skill !== undefined) return inIsland(skill);
    // A missing About is a problem of the whole namespace.
    if (node === 'about' && outline.about) return inIsland(outline.about.file);
    const schema = subject?.schema ?? /^schemas\.([^.]+)/.exec(node)?.[1];
    // Its last snapshot is other content than what has to be mended.
    const broken = schema === undefined ? undefined : index.schemas[schema]?.failed;
    if (schema !== undefined && broken) return ofFailed(schema, broken.problems[0]?.line);
    const file = schema === undefined ? first : files.get(schema);
    if (!file) return null;
    return { ...file.shown, ...file.reading.locate(subject?.tool ? ['tools', subject.tool] : []) };
  };
  const sought = [...files].flatMap(([schema, file]) =>
    !index.schemas[schema]?.failed && (options.schema === null || options.schema === schema) ? [file] : [],
  );
  const missing = sought.filter(({ shown }) => shown.base === 'island').length;
  return {
    ofNode,
    ofFailed,
    ofWhere: (where) => placeIn(where, (file) => bySnapshot.get(file)?.shown ?? inIsland(file)),
    sought: options.sources === null ? { schemas: 0, missing: 0 } : { schemas: sought.length, missing },
  };
}

/** The sources of schemas whose files do not pass the gate, by schema; only those whose bytes were judged. */
function failedSources({ namespace, schemas }: NamespaceIndex, options: SourceOptions) {
  return new Map(
    Object.entries(schemas).flatMap(([schema, { failed }]) => {
      if (!failed?.fileSha256) return [];
      const shown = findSource(`${namespace}/${failed.file}`, failed.fileSha256, options);
      return shown ? [[schema, shown] as const] : [];
    }),
  );
}

/** Finds the places of a selection's nodes: in its definition, its skills or its About, as stored in the island. */
export function placesOfSelection({ file, about, skills }: LoadedSelection): Places {
  const bySkill = new Map(skills.map((skill) => [skill.skill, skill.file]));
  return {
    ofNode: (node, subject) => {
      if (node === 'about') return about && inIsland(about.file);
      return inIsland((subject?.skill && bySkill.get(subject.skill)) || file);
    },
    ofFailed: () => null,
    ofWhere: (where) => placeIn(where, inIsland),
    sought: { schemas: 0, missing: 0 },
  };
}

function placeIn(
  { file, line, column }: Where,
  shown: (file: string) => Pick<ReportPlace, 'base' | 'file'>,
): ReportPlace | null {
  if (file === undefined) return null;
  return {
    ...shown(file),
    ...(line !== undefined && { line }),
    ...(column !== undefined && { column }),
  };
}

function inIsland(file: string): Pick<ReportPlace, 'base' | 'file'> {
  return { base: 'island', file };
}

/**
 * A schema's source, but only if its bytes are those that were graded: a line number from another version would
 * mislead.
 */
function findSource(
  name: string,
  fileSha256: string,
  { sources, folders }: SourceOptions,
): Pick<ReportPlace, 'base' | 'file'> | null {
  if (sources === null) return null;
  const path = resolve(sources, name);
  const found = readPlainFile(path, READING_LIMITS.maxBytes);
  if (found.kind !== 'read' || sha256(found.bytes) !== fileSha256) return null;
  // A path that leads only through the home folder is useless elsewhere.
  if (relativeUri(path, folders) === undefined) return null;
  return { base: 'sources', file: relative(folders.root, path).split(sep).join(posix.sep) };
}
