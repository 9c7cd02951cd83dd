import { findAlike, isSafeName, isSchemaName, toolFolderName } from '../../../island/logic/names.js';
import { isNamespaceName } from '../../../island/logic/paths.js';
import { problem } from '../../../problems/error-codes.js';
import type { Problem } from '../../../problems/problem.js';
import type { SchemaMain } from '../../../spec/schema-main.js';
import type { ImportSkill, ImportSource } from './sources.js';

/**
 * Finds names that cannot become folders of the island: IMP-003 (file name), IMP-018 (two tools, one folder), IMP-015
 * (two tools whose folders some disks would treat as the same).
 */
export function checkNames(file: string, schema: string, main: SchemaMain | null): Problem[] {
  const problems = isSchemaName(schema) ? [] : [problem('IMP-003', { file }, { name: schema })];
  const folders = new Map<string, string>();
  for (const tool of Object.keys(main?.tools ?? {})) {
    const folder = toolFolderName(tool);
    const other = folders.get(folder);
    if (other !== undefined) {
      problems.push(problem('IMP-018', { file, path: `main.tools.${tool}` }, { name: tool, other }));
    }
    folders.set(folder, tool);
  }
  const alike = findAlike(Object.keys(main?.tools ?? {}));
  const places = alike.map(([name, other]) =>
    problem('IMP-015', { file, path: `main.tools.${name}` }, { what: 'tools', name, other }),
  );
  return [...problems, ...places];
}

/** IMP-003 for a skill whose name cannot become a folder of the island. */
export function checkSkillName(file: string, name: string): Problem[] {
  return isSafeName(name) ? [] : [problem('IMP-003', { file }, { name })];
}

/**
 * Adds IMP-015 to each file whose name some disks would treat as the name of another file, in the same import or in the
 * island.
 *
 * @param known names of schemas in the island, including retired ones
 */
export function refuseAlike<T extends ImportSource | ImportSkill>(
  files: readonly T[],
  { what, nameOf, known }: { what: string; nameOf: (file: T) => string; known: readonly string[] },
): T[] {
  const alike = new Map(findAlike([...known, ...files.map(nameOf)]));
  return files.map((one) => {
    const name = nameOf(one);
    const other = alike.get(name);
    if (other === undefined || known.includes(name)) return one;
    const found = problem('IMP-015', { file: one.file }, { what, name, other });
    return { ...one, problems: [...one.problems, found] };
  });
}

/**
 * The namespace that all readable sources declare; it is a problem if they declare none or several (IMP-005, spec 22).
 */
export function namespaceOf(
  sources: readonly ImportSource[],
  folder: string,
): { namespace: string } | { problem: Problem | null } {
  const declared = new Set(sources.flatMap((source) => (source.main ? [source.main.namespace] : [])));
  const [namespace] = declared;
  if (declared.size === 1 && namespace !== undefined) return { namespace };
  if (declared.size === 0) return { problem: null };
  return { problem: severalNamespaces(folder, declared) };
}

/**
 * The namespace of a provider folder whose broken files are recorded: the one that its files declare, or, if none can be
 * read, the name of the folder. It is a problem if they declare several (IMP-005), or if the name cannot be a namespace
 * (IMP-020).
 *
 * @param folder name of the folder that the files lie in
 * @see spec 22, All-unparseable folder
 */
export function namespaceOrFolder(
  sources: readonly ImportSource[],
  { file, folder }: { readonly file: string; readonly folder: string },
): { namespace: string } | { problem: Problem } {
  const declared = new Set(sources.flatMap(({ namespace }) => namespace ?? []).filter(isNamespaceName));
  const [namespace = folder] = declared;
  if (declared.size > 1) return { problem: severalNamespaces(file, declared) };
  if (isNamespaceName(namespace)) return { namespace };
  return { problem: problem('IMP-020', { file }, { folder }) };
}

function severalNamespaces(file: string, declared: ReadonlySet<string>): Problem {
  const found = [...declared].sort().join(', ');
  return problem('IMP-005', { file }, { count: declared.size, found });
}
