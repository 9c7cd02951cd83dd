import type { Island } from '../../island/island.js';
import { splitId } from '../../island/logic/names.js';
import type { NamespaceSkillScope } from '../../rules/skill/scope.js';
import { validateSkill } from '../../rules/skill/validate-skill.js';
import type { Obstacle, SpecRules } from '../../spec/books/book.js';
import type { IndexMember } from '../../spec/index-file.js';
import { loadSkill, type NamespaceOutline, readMains } from '../load-namespace.js';
import type { LoadedSelection } from '../load-selection.js';
import {
  buildSelectionResolver,
  describeLost,
  describeProvider,
  findLostReferences,
  type IndexLookup,
} from '../logic/selection/references.js';
import { buildSelectionSkillScope, linksOfSkills } from '../logic/skill-scope.js';

// A later import may remove the target of a reference, so every rebuild repeats the check of the import (decision
// 0074).

/** For each namespace skill with broken references, by `<schema>.<skill>`, what blocks it. */
export function lostInNamespace(
  island: Island,
  namespace: string,
  outline: NamespaceOutline,
): ReadonlyMap<string, Obstacle> {
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
      const obstacle = describeLost(validateSkill({ reading, file, skillName: skill, scope }));
      return obstacle === null ? [] : [[`${schema}.${skill}`, obstacle] as const];
    }),
  );
}

function resourcesOf(mains: ReturnType<typeof readMains>): NamespaceSkillScope['resources'] {
  return Object.fromEntries(
    Object.entries(mains).map(([schema, main]) => [schema, Object.keys(main.resources ?? {})]),
  );
}

/** Broken references of a selection. */
export interface LostInSelection {
  /** By name. */
  readonly skills: ReadonlyMap<string, Obstacle>;
  /** Members that were derived from tools and resources they no longer have. */
  readonly members: ReadonlyMap<string, Obstacle>;
  /** A broken reference in the definition itself. */
  readonly definition: Obstacle | null;
}

/** @param indexOf looks up the indexes of the members' namespaces, and of other namespaces that the selection names */
export function lostInSelection(
  island: Island,
  { definition, skills }: LoadedSelection,
  indexOf: IndexLookup,
): LostInSelection {
  const { namespace, references = {} } = definition;
  const members = definition.members.map(({ schemaId }) => schemaId);
  const named = [...members.map((id) => splitId(id)[0]), ...Object.keys(references).map(namespaceOf)];
  const damaged = new Set(named.filter((name) => indexOf(name) === 'damaged'));
  const providers = [...new Set(named)].flatMap((name) => {
    const index = indexOf(name);
    return index === null || index === 'damaged'
      ? []
      : [describeProvider(index, () => readMains(island, name, index.schemas))];
  });
  const known = skills.flatMap(({ source, ...skill }) => (source ? [{ ...skill, source }] : []));
  const scope = buildSelectionSkillScope({
    namespace,
    members,
    providers,
    skills: Object.fromEntries(known.map(({ skill, source }) => [skill, source])),
  });
  const lost = findLostReferences(
    references,
    buildSelectionResolver(providers),
    (name) => !damaged.has(name),
  );
  return {
    skills: new Map(
      known.flatMap(({ skill, file, reading }) => {
        const obstacle = describeLost(validateSkill({ reading, file, skillName: skill, scope }));
        return obstacle === null ? [] : [[skill, obstacle] as const];
      }),
    ),
    members: new Map(
      members.flatMap((member) => {
        const own = lost.filter((reference) => reference.members.includes(member));
        const obstacle = describeLost(own.map(({ found }) => found));
        return obstacle === null ? [] : [[member, obstacle] as const];
      }),
    ),
    definition: describeLost(lost.map(({ found }) => found)),
  };
}

function namespaceOf(reference: string): string {
  return reference.slice(0, reference.indexOf('/'));
}

/** Blocks each member that exists but no longer has what the definition refers to. A veto on the member stays. */
export function withLost(
  members: Readonly<Record<string, IndexMember>>,
  lost: LostInSelection['members'],
  { blocked }: SpecRules,
): Record<string, IndexMember> {
  const judged = Object.entries(members).map(([id, member]) => {
    const obstacle = lost.get(id);
    if (obstacle === undefined || member.resolvedArtifact === null || member.status === 'rejected') {
      return [id, member] as const;
    }
    const { grade: _, detail: _detail, code: _code, ...rest } = member;
    return [id, { ...rest, ...blocked(obstacle) }] as const;
  });
  return Object.fromEntries(judged);
}

// A later import may remove the target of a reference, so every rebuild repeats the check of the import (decision
// 0074).
