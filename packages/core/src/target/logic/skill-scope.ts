import { memberOf } from '../../rules/schema/schema-members.js';
import { listSkillReferences } from '../../rules/skill/placeholders.js';
import type { MembersBySchema, NamespaceSkillScope, SelectionSkillScope } from '../../rules/skill/scope.js';
import type { SchemaMain } from '../../spec/schema-main.js';
import type { ProviderContents } from './selection/references.js';

/**
 * What the skills in a provider folder may refer to.
 *
 * @param schemas those that have passed the gate, by the base name of the file
 * @param skills all skills of the folder as they were read, by the base name of the file; broken ones are included,
 *   because they still exist
 */
export function buildSkillScope({
  namespace,
  schemas,
  skills,
}: {
  readonly namespace: string;
  readonly schemas: Readonly<Record<string, SchemaMain>>;
  readonly skills: Readonly<Record<string, unknown>>;
}): NamespaceSkillScope {
  const mains = Object.entries(schemas);
  const namesOf = (member: 'tools' | 'resources') =>
    Object.fromEntries(mains.map(([schema, main]) => [schema, Object.keys(main[member] ?? {})]));
  const lists = mains.flatMap(([, main]) => (main.sharedLists ?? []).map(({ ref }) => ref));
  return {
    kind: 'namespace',
    namespace,
    tools: namesOf('tools'),
    resources: namesOf('resources'),
    skills: linksOfSkills(skills),
    lists: [...new Set(lists)].sort(),
  };
}

/**
 * What the skills in a selection may refer to: the tools and resources of its members, the skills of their namespaces,
 * and each other.
 *
 * @param members `<namespace>.<schema>`, those of the normalised definition
 * @param providers the members' namespaces, as far as they are imported
 * @param skills all skills of the selection as they were read, by name; broken ones are included, because they still
 *   exist
 */
export function buildSelectionSkillScope({
  namespace,
  members,
  providers,
  skills,
}: {
  readonly namespace: string;
  readonly members: readonly string[];
  readonly providers: readonly ProviderContents[];
  readonly skills: Readonly<Record<string, unknown>>;
}): SelectionSkillScope {
  const wanted = new Set(members);
  const known = new Set(
    providers.flatMap((provider) =>
      Object.keys(provider.tools).map((schema) => `${provider.namespace}.${schema}`),
    ),
  );
  const used = providers.filter((provider) =>
    Object.keys(provider.tools).some((schema) => wanted.has(`${provider.namespace}.${schema}`)),
  );
  const pick = (owner: string, all: MembersBySchema) =>
    Object.fromEntries(Object.entries(all).filter(([schema]) => wanted.has(`${owner}.${schema}`)));
  return {
    kind: 'selection',
    namespace,
    providers: Object.fromEntries(
      used.map((provider) => [
        provider.namespace,
        {
          tools: pick(provider.namespace, provider.tools),
          get resources() {
            return pick(provider.namespace, provider.resources);
          },
          skills: provider.skills,
        },
      ]),
    ),
    skills: linksOfSkills(skills),
    get lists() {
      return [...new Set(used.flatMap(({ lists }) => lists))].sort();
    },
    isComplete: members.every((member) => known.has(member)),
  };
}

/** For each skill, the skills that its content refers to. */
export function linksOfSkills(skills: Readonly<Record<string, unknown>>): Record<string, readonly string[]> {
  const references = Object.entries(skills).map(([name, skill]) => {
    const content = memberOf(skill, 'content');
    return [name, typeof content === 'string' ? listSkillReferences(content) : []] as const;
  });
  return Object.fromEntries(references);
}
