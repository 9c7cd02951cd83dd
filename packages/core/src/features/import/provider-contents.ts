import { readNamespaceIndex } from '../../island/documents.js';
import type { Island } from '../../island/island.js';
import { splitId } from '../../island/logic/names.js';
import { isNamespaceName, namespaceFolder } from '../../island/logic/paths.js';
import { readMembers } from '../../island/read-namespace.js';
import { memberOf } from '../../rules/schema/schema-members.js';
import { listEntries, parseReference, referenceText } from '../../rules/selection/references.js';
import { readMains } from '../../target/load-namespace.js';
import { describeProvider, type ProviderContents } from '../../target/logic/selection/references.js';
import type { ImportPlan } from './logic/plan.js';
import type { ImportedFiles } from './logic/sources.js';

/**
 * The content that a dry run would have imported into each namespace; empty after a real import, because the island
 * itself then has the content.
 */
export type PlannedProviders = Map<string, ProviderContents>;

/** Returns the imported namespaces that a selection refers to. */
export type ProviderLookup = (selection: unknown) => readonly ProviderContents[];

/**
 * Looks up the namespaces that selections name. Each namespace is read only once, so it must not be looked up before
 * all providers of the command are imported.
 *
 * @throws GradingError IDX-011 if the index of one of them is damaged
 */
export function createProviderLookup(island: Island, planned: PlannedProviders): ProviderLookup {
  const known = new Map<string, ProviderContents | null>();
  const read = (namespace: string) => {
    const found = known.get(namespace);
    if (found !== undefined) return found;
    const contents = planned.get(namespace) ?? readContents(island, namespace);
    known.set(namespace, contents);
    return contents;
  };
  return (selection) => listNamed(selection).flatMap((namespace) => read(namespace) ?? []);
}

/** Namespaces named in a definition of either shape, including its own; the rest of the definition may be invalid. */
function listNamed(selection: unknown): string[] {
  const members = listEntries(selection, 'members').map(({ value }) => {
    const schemaId = memberOf(value, 'schemaId');
    return typeof schemaId === 'string' ? schemaId.split('.')[0] : undefined;
  });
  const references = ['tools', 'skills', 'resources', 'prompts'].flatMap((list) =>
    listEntries(selection, list).map((entry) => parseReference(referenceText(entry) ?? '')?.namespace),
  );
  const named = new Set([...members, ...references, memberOf(selection, 'namespace')]);
  return [...named]
    .filter((name): name is string => typeof name === 'string' && isNamespaceName(name))
    .sort();
}

function readContents(island: Island, namespace: string): ProviderContents | null {
  const index = readNamespaceIndex(island, namespaceFolder(namespace));
  return index && describeProvider(index, () => readMains(island, namespace, index.schemas));
}

/** The contents of a namespace as they would be after a dry run's import. */
export function planContents(
  island: Island,
  { namespace, sources }: Pick<ImportedFiles, 'namespace' | 'sources'>,
  { members }: Pick<ImportPlan, 'members'>,
): ProviderContents {
  const before = readContents(island, namespace);
  const list = members?.list ?? readMembers(island, namespace);
  const mains = new Map(sources.flatMap(({ schema, main }) => (main ? [[schema, main] as const] : [])));
  const namesOf = (member: 'tools' | 'resources') =>
    (list?.schemas ?? []).map((schema): [string, readonly string[]] => {
      const main = mains.get(schema);
      return [schema, main ? Object.keys(main[member] ?? {}) : (before?.[member][schema] ?? [])];
    });
  const lists = [...mains.values()].flatMap((main) => (main.sharedLists ?? []).map(({ ref }) => ref));
  return {
    namespace,
    tools: Object.fromEntries(namesOf('tools')),
    resources: Object.fromEntries(namesOf('resources')),
    skills: (list?.skills ?? []).map((id) => splitId(id)[1]).sort(),
    lists: [...new Set([...(before?.lists ?? []), ...lists])].sort(),
  };
}
