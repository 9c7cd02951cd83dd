import type { Problem } from '../../model/problem.js';
import type { SchemaMain } from '../../model/schema-main.js';
import { problem } from '../../tables/error-codes.js';
import { isSchemaName, toolFolderName } from '../names.js';
import type { ImportSource } from './sources.js';

/** Names that can not become folders of the island: IMP-003 (file name), IMP-007 (two tools, one folder). */
export function checkNames(file: string, schema: string, main: SchemaMain | null): Problem[] {
  const problems = isSchemaName(schema) ? [] : [problem('IMP-003', { file }, { name: schema })];
  const folders = new Map<string, string>();
  for (const tool of Object.keys(main?.tools ?? {})) {
    const folder = toolFolderName(tool);
    const other = folders.get(folder);
    if (other !== undefined) {
      problems.push(problem('IMP-007', { file, path: `main.tools.${tool}` }, { name: tool, other }));
    }
    folders.set(folder, tool);
  }
  return problems;
}

/** The namespace all readable sources declare; none or several is a problem (IMP-005, spec 22). */
export function namespaceOf(
  sources: readonly ImportSource[],
  folder: string,
): { namespace: string } | { problem: Problem | null } {
  const declared = new Set(sources.flatMap((source) => (source.main ? [source.main.namespace] : [])));
  const [namespace] = declared;
  if (declared.size === 1 && namespace !== undefined) return { namespace };
  if (declared.size === 0) return { problem: null };
  return {
    problem: problem(
      'IMP-005',
      { file: folder },
      { count: declared.size, found: [...declared].sort().join(', ') },
    ),
  };
}
