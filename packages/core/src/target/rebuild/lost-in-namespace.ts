import type { Island } from '../../island/island.js';
import type { NamespaceSkillScope } from '../../rules/skill/scope.js';
import { validateSkill } from '../../rules/skill/validate-skill.js';
import { loadSkill, type NamespaceOutline, readMains } from '../load-namespace.js';
import { describeLost } from '../logic/references.js';
import { linksOfSkills } from '../logic/skill-scope.js';

// A later import may take away what a skill or a selection refers to, so every rebuild checks again what import checked
// (decision 0074).
/** The skills of a namespace, `<schema>.<skill>`, whose references lead nowhere, with the reason. */
export function lostInNamespace(
  island: Island,
  namespace: string,
  outline: NamespaceOutline,
): ReadonlyMap<string, string> {
  const { schemas, skills } = outline;
  // What a schema that can not be read has is not known, so that nothing can be said to be missing.
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
