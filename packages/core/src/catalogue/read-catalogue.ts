import { statSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Island } from '../island/island.js';
import { listNamespaces, listSchemas, newestSnapshot } from '../island/list-namespace.js';
import { formatSnapshotName } from '../island/logic/names.js';
import { snapshotFolder } from '../island/logic/paths.js';
import { readMembers } from '../island/read-namespace.js';
import { problem } from '../problems/error-codes.js';
import type { Problem } from '../problems/problem.js';
import { findUnreadable } from '../rules/schema/find-unreadable.js';
import { memberOf } from '../rules/schema/schema-members.js';
import { findSchemaFiles } from '../sources/find-files.js';
import { describeKind } from '../sources/logic/source-kind.js';
import { readSource } from '../sources/read-schema-file.js';
import { listReferences, resolveSharedLists } from '../sources/shared-lists.js';
import { mainOf, readSnapshot } from '../target/load-namespace.js';
import type { ProviderLists } from '../target/logic/provider-lists.js';
import { readProviderLists } from '../target/provider-lists.js';
import { type CatalogueSchema, describeSchema } from './logic/catalogue.js';

export interface Catalogue {
  /** A schema that cannot be read has an error and no tools. */
  readonly schemas: readonly CatalogueSchema[];
  /** Problems of the paths. */
  readonly problems: readonly Problem[];
}

export interface CatalogueOptions {
  /** A folder of schemas, or an island; default: the user's island. */
  readonly in?: string | undefined;
  /** Opens the user's island, if it is needed. */
  readonly openIsland: () => Island;
}

/** Reads the schemas of a folder, of an island in a folder, or of the user's island. No code runs. */
export async function readCatalogue({ in: folder, openIsland }: CatalogueOptions): Promise<Catalogue> {
  if (folder === undefined) return readIsland(openIsland());
  // A schema file is searched as it is; as an island it could not be read.
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return readFolders([folder]);
  const island = new Island(folder);
  return isIsland(island) ? readIsland(island) : readFolders([folder]);
}

/** What a message calls the place of a catalogue. */
export function placeOf({ in: folder, openIsland }: CatalogueOptions): string {
  return folder ?? `the island ${openIsland().root}`;
}

/** Reads the schemas of files, provider folders, or folders of these, in the order of their paths. No code runs. */
export async function readFolders(paths: readonly string[]): Promise<Catalogue> {
  const { groups, problems } = findSchemaFiles(paths);
  const schemas = new Map<string, CatalogueSchema>();
  for (const { files } of groups) {
    // Reading is synchronous: without this pause, no signal would be handled until all folders have been read.
    await nextTurn();
    for (const file of files) {
      const schema = readSchema(file);
      const { schemaId } = schema;
      if (!schemas.has(schemaId)) schemas.set(schemaId, schema);
      else schemas.set(file, unread(file, [problem('SRH-006', { file }, { schemaId })]));
    }
  }
  return { schemas: [...schemas.values()], problems };
}

/** Reads a schema file; if that fails, it has an error and no tools. */
export function readSchema(file: string): CatalogueSchema {
  const { reading, kind } = readSource(file);
  const [schema, folder] = [basename(file, '.mjs'), basename(dirname(resolve(file)))];
  const other = describeKind(kind, { file, reading });
  const problems = other ? [other] : findUnreadable(reading, file);
  if (problems.length > 0) return unread(`${folder}.${schema}`, problems);
  return describeSchema({ file, schema, folder, reading });
}

function unread(schemaId: string, problems: readonly Problem[]): CatalogueSchema {
  return { schemaId, items: [], tasks: [], problems };
}

/**
 * Reads the current schemas of an island from their snapshots. No code runs.
 *
 * @param withLists whether enums get the values of the shared lists they refer to; otherwise they take any text
 */
export async function readIsland(
  island: Island,
  namespaces: readonly string[] = listNamespaces(island),
  { withLists = false }: { readonly withLists?: boolean } = {},
): Promise<Catalogue> {
  const schemas: CatalogueSchema[] = [];
  for (const namespace of namespaces) {
    await nextTurn();
    const members = readMembers(island, namespace);
    const failed = members?.failed ?? [];
    const names = members
      ? [...members.schemas, ...failed.map(({ schema }) => schema)].sort()
      : listSchemas(island, namespace);
    const lists = withLists ? readProviderLists(island, namespace) : null;
    schemas.push(...names.flatMap((schema) => readNewest(island, { namespace, schema, lists })));
  }
  return { schemas, problems: [] };
}

/** Empty if nothing of a schema ever passed the gate. */
function readNewest(
  island: Island,
  {
    namespace,
    schema,
    lists,
  }: { readonly namespace: string; readonly schema: string; readonly lists: ProviderLists | null },
): CatalogueSchema[] {
  const newest = newestSnapshot(island, namespace, schema);
  if (!newest) return [];
  const file = `${snapshotFolder(namespace, schema)}/${formatSnapshotName(newest)}`;
  const text = island.readText(file);
  const reading = text === null ? null : readSnapshot(island, file, text);
  if (!reading || !mainOf(reading, newest.hash)) {
    const reason = 'its content does not match the hash in its name';
    return [unread(`${namespace}.${schema}`, [problem('IDX-012', { file }, { reason })])];
  }
  const references = lists ? listReferences(memberOf(reading.value, 'sharedLists')) : [];
  const found = lists && { lists: resolveSharedLists(references, lists.filesFor(references)) };
  return [describeSchema({ file, schema, folder: namespace, reading, ...found })];
}

/** Whether a folder is an island, which holds snapshots, and not a folder of sources. */
function isIsland(island: Island): boolean {
  return listNamespaces(island).some((namespace) =>
    listSchemas(island, namespace).some((schema) => newestSnapshot(island, namespace, schema) !== null),
  );
}
