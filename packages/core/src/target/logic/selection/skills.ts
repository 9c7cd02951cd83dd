import { isGraded } from '../../../grade/roll-up.js';
import { namesLimitations } from '../../../rules/about/about.js';
import { type SelectionSkill, SKILL_PLACES } from '../../../rules/selection-finding.js';
import type { ModuleReading } from '../../../sources/logic/module-reading.js';
import type { Obstacle } from '../../../spec/books/book.js';
import { SKILL_LEVELS, type SkillLevel, type SkillSource } from '../../../spec/skill.js';
import type { NodeStatus } from '../../../spec/vocabulary.js';
import { namesVerbatim, textOfSkill } from './skill-references.js';

/**
 * A skill as the rules of a selection see it. Missing parts are empty or null, never made up.
 *
 * @param name the name under which the selection stores it
 * @param file name for messages
 * @param locate from the module's reading; without it findings point to the beginning of the file
 */
export function toSelectionSkill(
  source: SkillSource,
  { name, file, locate }: { name: string; file: string; locate?: ModuleReading['locate'] },
): SelectionSkill {
  const places = SKILL_PLACES.flatMap((member) => {
    const place = locate?.([member]);
    return place ? [[member, place] as const] : [];
  });
  return {
    name,
    level: levelOf(source),
    persona: personaOf(source),
    description: source.description ?? '',
    whenToUse: source.whenToUse ?? '',
    content: source.content,
    tools: source.requires?.tools ?? [],
    resources: source.requires?.resources ?? [],
    limitations: namesLimitations(source.content),
    file,
    at: Object.fromEntries(places),
  };
}

/**
 * The level of a skill, from the field `level` alone, never from the name (spec 13); null if it is none of the three.
 */
export function levelOf({ level }: SkillSource): SkillLevel | null {
  return SKILL_LEVELS.find((known) => known === level) ?? null;
}

/** An empty name does not count as a focus. */
function personaOf({ persona }: SkillSource): SelectionSkill['persona'] {
  const name = typeof persona === 'string' ? persona : persona?.basePersonaId;
  return persona !== undefined && name !== undefined && name.trim() !== '' ? persona : null;
}

/**
 * Why a selection skill cannot be graded: without a level it belongs to no area, and without a persona focus it is
 * invalid (spec 13, Binding Statements 1).
 *
 * @returns null if nothing does
 */
export function skillObstacle({
  level,
  persona,
}: Pick<SelectionSkill, 'level' | 'persona'>): Obstacle | null {
  if (level === null) return { cause: 'invalid', text: 'no level (L1, L2 or L3)' };
  return persona === null ? { cause: 'invalid', text: 'no persona focus' } : null;
}

const LEVEL_BELOW: Readonly<Record<SkillLevel, SkillLevel | null>> = { L1: null, L2: 'L1', L3: 'L2' };

/** The level that skills of the given level build on; null if there is none. */
export function levelBelow(level: SkillLevel | null): SkillLevel | null {
  return level && LEVEL_BELOW[level];
}

/**
 * The skills whose grades a skill waits for: for a topic (L2) the signposts (L1) that name it, and for a use case (L3)
 * the topics that name it. A skill that names itself is not its own predecessor.
 *
 * @param skills all skills of the selection
 * @returns names, sorted; empty if the skill waits for none
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
 * @returns null if it waits for nothing
 */
export function waitingFor(
  skill: Pick<SelectionSkill, 'name' | 'level'>,
  skills: readonly SelectionSkill[],
  statusOf: (skill: string) => NodeStatus | undefined,
): Obstacle | null {
  const missing = predecessorsOf(skill, skills).filter((name) => {
    const status = statusOf(name);
    return status === undefined || !isGraded(status);
  });
  return missing.length > 0 ? { cause: 'waits', text: `waits for the grade of ${missing.join(', ')}` } : null;
}
