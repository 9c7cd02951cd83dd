import type { MembersBySchema } from '../../../rules/skill/scope.js';
import type { NamespaceIndex } from '../../../spec/index-file.js';
import type { SchemaMain } from '../../../spec/schema-main.js';
import { splitId } from '../names.js';

/**
 * The parts of an imported namespace that a selection can refer to, without retired schemas. Resources and lists are
 * read from the schemas on demand.
 */
export interface ProviderContents {
  readonly namespace: string;
  /** Tools of each schema, by the schema's name. */
  readonly tools: MembersBySchema;
  /** Resources of each schema. */
  readonly resources: MembersBySchema;
  readonly skills: readonly string[];
  /** Shared lists that the schemas declare. */
  readonly lists: readonly string[];
}

/**
 * The contents of a namespace, from its index, and from its schemas for resources and lists, which the index does not
 * contain.
 *
 * @param readMains by schema, called once and only if a resource or a list is needed; a schema without a main has only
 *   its tools
 */
export function describeProvider(
  { namespace, schemas, skills }: Pick<NamespaceIndex, 'namespace' | 'schemas' | 'skills'>,
  readMains: () => Readonly<Record<string, SchemaMain>>,
): ProviderContents {
  const names = Object.keys(schemas).sort();
  let mains: ReturnType<typeof readMains> | undefined;
  const mainOf = (schema: string) => {
    mains ??= readMains();
    return Object.hasOwn(mains, schema) ? mains[schema] : undefined;
  };
  return {
    namespace,
    tools: Object.fromEntries(names.map((schema) => [schema, Object.keys(schemas[schema]?.tools ?? {})])),
    get resources() {
      return Object.fromEntries(
        names.map((schema) => [schema, Object.keys(mainOf(schema)?.resources ?? {})]),
      );
    },
    skills: Object.keys(skills)
      .map((id) => splitId(id)[1])
      .sort(),
    get lists() {
      const lists = names.flatMap((schema) => (mainOf(schema)?.sharedLists ?? []).map(({ ref }) => ref));
      return [...new Set(lists)].sort();
    },
  };
}

/** Resolves references among the imported namespaces. */
export interface SelectionResolver {
  readonly hasNamespace: (namespace: string) => boolean;
  readonly isSchema: (namespace: string, schema: string) => boolean;
  /** Schemas that have a tool of that name, sorted. */
  readonly schemasOfTool: (namespace: string, tool: string) => readonly string[];
  /** Schemas that declare a resource of that name, sorted. */
  readonly schemasOfResource: (namespace: string, resource: string) => readonly string[];
  readonly hasSkill: (namespace: string, skill: string) => boolean;
}

/** A resolver over all imported namespaces, or those that a selection names. */
export function buildSelectionResolver(providers: readonly ProviderContents[]): SelectionResolver {
  const known = new Map(providers.map((provider) => [provider.namespace, provider]));
  const owners = (members: MembersBySchema | undefined, name: string) =>
    Object.entries(members ?? {})
      .flatMap(([schema, names]) => (names.includes(name) ? [schema] : []))
      .sort();
  return {
    hasNamespace: (namespace) => known.has(namespace),
    isSchema: (namespace, schema) => Object.hasOwn(known.get(namespace)?.tools ?? {}, schema),
    schemasOfTool: (namespace, tool) => owners(known.get(namespace)?.tools, tool),
    schemasOfResource: (namespace, resource) => owners(known.get(namespace)?.resources, resource),
    hasSkill: (namespace, skill) => known.get(namespace)?.skills.includes(skill) ?? false,
  };
}
