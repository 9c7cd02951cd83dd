import type { Island } from '../../island/island.js';
import type { NamespaceSkillScope } from '../../rules/skill/scope.js';
import { validateSkill } from '../../rules/skill/validate-skill.js';
import { loadSkill, type NamespaceOutline, readMains } from '../load-namespace.js';
import { describeLost } from '../logic/references.js';
import { linksOfSkills } from '../logic/skill-scope.js';

// A later import may remove the target of a reference, so every rebuild repeats the check of the import (decision
// 0074).
/** Skills of a namespace with broken references, `<schema>.<skill>`, with the reason. */
export function lostInNamespace(
  island: Island,
  namespace: string,
  outline: NamespaceOutline,
): ReadonlyMap<string, string> {
  const { schemas, skills } = outline;
  // The content of an unreadable schema is unknown, so nothing can be called missing.
  if (skills.length === 0 || schemas.some(({ unreadable }) => unreadable !== null)) return new Map();
  const loaded = skills.flatMap((skill) => loadSkill(island, skill) ?? []);
  const snapshots = Object.fromEntries(schemas.map((schema) => [schema.schema, schema]));
  let resources: NamespaceSkillScope['resources'] | undefined;
  const scope: NamespaceSkillScope = {
    kind: 'namespace',
    namespace,
    tools: Object.fromEntries(schemas.map(({ schema, tools }) => [schema, tools])),
    get resources() {
      resources ??= resourcesOf(readMains(island, namespace, snapshots));
      return resources;
    },
    skills: linksOfSkills(Object.fromEntries(loaded.map(({ skill, source }) => [skill, source]))),
    lists: [],
  };
  return new Map(
    loaded.flatMap(({ schema, skill, file, reading }) => {
      const reason = describeLost(validateSkill({ reading, file, skillName: skill, scope }));
      return reason === null ? [] : [[`${schema}.${skill}`, reason] as const];
    }),
  );
}

function resourcesOf(mains: ReturnType<typeof readMains>): NamespaceSkillScope['resources'] {
  return Object.fromEntries(
    Object.entries(mains).map(([schema, main]) => [schema, Object.keys(main.resources ?? {})]),
  );
}
