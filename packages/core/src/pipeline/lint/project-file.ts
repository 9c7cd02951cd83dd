import { readSchemaFile } from '../../adapters/schema-source/read-schema-file.js';
import { type ListCatalogue, resolveSharedLists } from '../../adapters/shared-lists.js';
import { findUnreadable } from '../../engine/lint/find-unreadable.js';
import { projectSchema } from '../../engine/lint/project-schema.js';
import { isRecord } from '../../model/is-record.js';
import type { LintedServer } from '../../model/lint.js';
import type { Problem } from '../../model/problem.js';
import type { SharedListReference } from '../../model/schema-main.js';

export type ProjectedFile =
  | { readonly server: LintedServer; readonly problems: readonly Problem[] }
  | { readonly problems: readonly [Problem, ...Problem[]] };

/**
 * Reads a schema file as the server it becomes. Nothing of it is run.
 *
 * @param listsOf reads the lists beside the file; called where the schema refers to any
 * @returns the server and what is wrong with those lists (LST-101), or why it can not be shown as a server
 */
export function projectFile(file: string, listsOf: () => ListCatalogue): ProjectedFile {
  const { reading } = readSchemaFile(file);
  const [first, ...others] = findUnreadable(reading, file);
  if (first) return { problems: [first, ...others] };
  // What findUnreadable has nothing against is an object.
  const main = reading.value as Readonly<Record<string, unknown>>;
  const references = listReferences(main.sharedLists);
  const lists = references.length > 0 ? listsOf() : { files: [], problems: [] };
  const { snapshot, placeOf } = projectSchema(main, resolveSharedLists(references, lists.files));
  const source = { file, locate: (path: Parameters<typeof placeOf>[0]) => reading.locate(placeOf(path)) };
  return { server: { target: file, snapshot, incomplete: [], source }, problems: lists.problems };
}

function listReferences(sharedLists: unknown): SharedListReference[] {
  if (!Array.isArray(sharedLists)) return [];
  return sharedLists.filter(
    (one): one is SharedListReference =>
      isRecord(one) &&
      typeof one.ref === 'string' &&
      typeof one.version === 'string' &&
      (one.filter === undefined || isFilter(one.filter)),
  );
}

function isFilter(filter: unknown): boolean {
  return (
    isRecord(filter) &&
    typeof filter.key === 'string' &&
    (filter.in === undefined || Array.isArray(filter.in))
  );
}
