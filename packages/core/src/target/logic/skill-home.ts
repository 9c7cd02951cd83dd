import { type MembersBySchema, resolveReference } from '../../rules/skill/scope.js';
import type { SkillSource } from '../../spec/skill.js';
import { byCodeUnit } from '../../values/code-unit-order.js';

/**
 * Chooses the schema in whose folder a namespace skill is stored (decision D13): the one with most of the tools it
 * requires, on a tie the first by name. The place is sticky: a skill stays in it, with its gradings, as long as that
 * schema is a member.
 *
 * @param namespace of the skill
 * @param skill a skill that has passed the gate
 * @param schemas tools of the namespace's members, by schema; at least one
 * @param current the schema under which the island stores the skill, null if it is new
 * @throws RangeError for a namespace without schemas, which no import allows
 */
export function chooseSkillHome({
  namespace,
  skill,
  schemas,
  current,
}: {
  readonly namespace: string;
  readonly skill: Pick<SkillSource, 'requires'>;
  readonly schemas: MembersBySchema;
  readonly current: string | null;
}): string {
  if (current !== null && Object.hasOwn(schemas, current)) return current;
  const required = skill.requires?.tools ?? [];
  // A tool name that several schemas share counts for each of them.
  const owners = required.flatMap((text) =>
    resolveReference({ text, kind: 'tool', namespace, members: schemas }).map(schemaOf),
  );
  const [home] = Object.keys(schemas)
    .map((schema) => ({ schema, count: owners.filter((owner) => owner === schema).length }))
    .sort((a, b) => b.count - a.count || byCodeUnit(a.schema, b.schema));
  if (!home) throw new RangeError('a skill can not be filed in a namespace without schemas');
  return home.schema;
}

/** Schema names contain no dot. */
function schemaOf(member: string): string {
  return member.slice(0, member.indexOf('.'));
}
