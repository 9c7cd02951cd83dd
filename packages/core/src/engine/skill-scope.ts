import { memberOf } from '../catalogue/schema-rules/schema-members.js';
import { listSkillReferences } from '../catalogue/skill-rules/placeholders.js';
import type { NamespaceSkillScope } from '../catalogue/skill-rules/rule.js';
import type { SchemaMain } from '../model/schema-main.js';

/**
 * What the skills of a provider folder may refer to.
 *
 * @param schemas by file base name, those that have passed the gate
 * @param skills by file base name, every one of the folder, as read: a broken one is still there
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
  const references = Object.entries(skills).map(([name, skill]) => {
    const content = memberOf(skill, 'content');
    return [name, typeof content === 'string' ? listSkillReferences(content) : []] as const;
  });
  const lists = mains.flatMap(([, main]) => (main.sharedLists ?? []).map(({ ref }) => ref));
  return {
    kind: 'namespace',
    namespace,
    tools: namesOf('tools'),
    resources: namesOf('resources'),
    skills: Object.fromEntries(references),
    lists: [...new Set(lists)].sort(),
  };
}
