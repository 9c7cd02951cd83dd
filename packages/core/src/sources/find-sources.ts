import type { Problem } from '../problems/problem.js';
import { findSchemaFiles, type SchemaFileGroup } from './find-files.js';
import { findSelections, type SelectionSource } from './find-selections.js';
import { createModuleKinds } from './module-kind.js';

export interface FoundSources {
  readonly groups: readonly SchemaFileGroup[];
  readonly selections: readonly SelectionSource[];
  readonly problems: readonly Problem[];
}

/**
 * Finds everything that can be imported from the paths a user names: schema files by provider folder, and selections.
 * No file counts as both.
 *
 * @param paths files or folders in any mix
 * @returns both kinds in code-unit order, and IMP-001 for a path that holds neither
 */
export function findSources(paths: readonly string[]): FoundSources {
  const kindOf = createModuleKinds();
  const { selections, claimed, problems } = findSelections(paths, kindOf);
  const schemas = findSchemaFiles(paths, kindOf);
  const isMissing = ({ code, where }: Problem) =>
    code === 'IMP-001' && where?.file !== undefined && claimed.has(where.file);
  const known = new Set(problems.map(identify));
  const others = schemas.problems.filter((found) => !isMissing(found) && !known.has(identify(found)));
  return { groups: schemas.groups, selections, problems: [...problems, ...others] };
}

/** Both searches report a folder that cannot be read; this identifies the duplicates. */
function identify({ code, where }: Problem): string {
  return `${code} ${where?.file ?? ''}`;
}
