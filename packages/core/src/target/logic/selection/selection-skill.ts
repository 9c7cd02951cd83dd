import { namesLimitations } from '../../../rules/about/about.js';
import { type SelectionSkill, SKILL_PLACES } from '../../../rules/selection-finding.js';
import type { ModuleReading } from '../../../sources/logic/module-reading.js';
import { SKILL_LEVELS, type SkillLevel, type SkillSource } from '../../../spec/skill.js';

/**
 * A skill as the rules of a selection see it. Missing parts are empty or null, never made up.
 *
 * @param name under which the selection stores it
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

/** From the member `level` alone, never from the name (spec 13); null if it is not one of the three. */
export function levelOf({ level }: SkillSource): SkillLevel | null {
  return SKILL_LEVELS.find((known) => known === level) ?? null;
}

/** An empty name does not count as a focus. */
function personaOf({ persona }: SkillSource): SelectionSkill['persona'] {
  const name = typeof persona === 'string' ? persona : persona?.basePersonaId;
  return persona !== undefined && name !== undefined && name.trim() !== '' ? persona : null;
}

/** The texts in which names are searched (spec 13, Cross-Reference Rules). */
export function textOfSkill(skill: Pick<SelectionSkill, 'content' | 'description' | 'whenToUse'>): string {
  return [skill.content, skill.description, skill.whenToUse].join('\n\n');
}
