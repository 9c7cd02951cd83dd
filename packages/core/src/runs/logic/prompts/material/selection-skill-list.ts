import type { Material } from '../../../../documents/quoted-text.js';
import type { SkillLevel } from '../../../../spec/skill.js';
import { byCodeUnit } from '../../../../values/code-unit-order.js';
import { json, section } from './render.js';

/** A skill of a selection as a list shows it. */
export interface ListedSkill {
  readonly name: string;
  /** null: the skill has no level, so no area grades it. */
  readonly level: SkillLevel | null;
  readonly description: string;
}

/** Lists L1 first and skills without a level last; by name within a level. */
export function skillListMaterial(title: string, skills: readonly ListedSkill[]): Material {
  const rank = ({ level, name }: ListedSkill) => `${level ?? 'none'} ${name}`;
  const sorted = [...skills].sort((a, b) => byCodeUnit(rank(a), rank(b)));
  const lines = sorted.map(({ name, level, description }) =>
    json({ skill: name, level: level ?? 'none', description }),
  );
  return { title, text: lines.length === 0 ? '(none)' : section(lines) };
}
