import { basename, dirname, resolve } from 'node:path';
import { problem } from '../../problems/error-codes.js';
import type { Problem } from '../../problems/problem.js';
import type { SchemaFileGroup } from '../../sources/find-files.js';
import type { SchemasSpec } from '../../spec/books/book.js';

/** The first Schemas-Spec, which asks nothing of the name of a folder. */
const WITHOUT_FOLDER_RULE: SchemasSpec = '4.2';

/**
 * VAL019 for a provider folder that is not called like its namespace; a file that was named on its own may lie anywhere.
 *
 * @param namespace null: unknown, so that nothing can be said
 */
export function checkFolderName(
  group: SchemaFileGroup,
  { schemasSpec, namespace }: { readonly schemasSpec: SchemasSpec; readonly namespace: string | null },
): Problem[] {
  const folder = folderNameOf(group);
  if (schemasSpec === WITHOUT_FOLDER_RULE || group.folder === null) return [];
  if (namespace === null || namespace === folder) return [];
  return [problem('VAL019', { file: group.folder }, { folder, namespace })];
}

/** Name of the folder that the files of a group lie in. */
export function folderNameOf({ folder, files: [file = ''] }: SchemaFileGroup): string {
  return basename(folder === null ? dirname(resolve(file)) : resolve(folder));
}
