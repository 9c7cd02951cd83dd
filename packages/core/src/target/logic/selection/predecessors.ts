import { isGraded } from '../../../grade/roll-up.js';
import type { SelectionSkill } from '../../../rules/selection-finding.js';
import type { SkillLevel } from '../../../spec/skill.js';
import type { NodeStatus } from '../../../spec/vocabulary.js';
import { textOfSkill } from './selection-skill.js';
import { namesVerbatim } from './skill-references.js';

const LEVEL_BELOW: Readonly<Record<SkillLevel, SkillLevel | null>> = { L1: null, L2: 'L1', L3: 'L2' };

/** The level that skills of a level build on; null if there is none. */
export function levelBelow(level: SkillLevel | null): SkillLevel | null {
  return level && LEVEL_BELOW[level];
}

/**
 * The skills whose grades a skill waits for: for a topic (L2) the signposts (L1) that name it, for a use case (L3) the
 * topics that name it. A skill that names itself is not its own predecessor.
 *
 * @param skills all skills of the selection
 * @returns names, sorted; empty if there are none, and then nothing is waited for
 * @see spec 13, Per-Skill Grading and the Predecessor Chain
 */
export function predecessorsOf(
  skill: Pick<SelectionSkill, 'name' | 'level'>,
  skills: readonly SelectionSkill[],
): string[] {
  const before = levelBelow(skill.level);
  if (before === null) return [];
  return skills
    .filter(
      (one) => one.level === before && one.name !== skill.name && namesVerbatim(textOfSkill(one), skill.name),
    )
    .map(({ name }) => name)
    .sort();
}

/**
 * Why a skill cannot be graded yet: its predecessors have no grade (spec 13).
 *
 * @param statusOf status of a skill's node; undefined if it has none
 * @returns the reason for blocking its node, null if it waits for nothing
 */
export function waitingFor(
  skill: Pick<SelectionSkill, 'name' | 'level'>,
  skills: readonly SelectionSkill[],
  statusOf: (skill: string) => NodeStatus | undefined,
): string | null {
  const missing = predecessorsOf(skill, skills).filter((name) => {
    const status = statusOf(name);
    return status === undefined || !isGraded(status);
  });
  return missing.length > 0 ? `waits for the grade of ${missing.join(', ')}` : null;
}
