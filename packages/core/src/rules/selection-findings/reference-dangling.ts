import type { SkillLevel } from '../../spec/skill.js';
import { defineSelectionFinding, SKILL_AREAS, type SkillFacts } from '../selection-finding.js';

/**
 * Levels that a skill of each level may refer to: those further down the chain, and those on the way back to its entry.
 * A reference from one use case to another has its own finding (use-case-calls-use-case).
 */
const LEADS_TO: Readonly<Record<SkillLevel, readonly SkillLevel[]>> = {
  L1: ['L2', 'L3'],
  L2: ['L3', 'L1'],
  L3: ['L2', 'L1', 'L3'],
};

export const finding = defineSelectionFinding({
  id: 'reference-dangling',
  code: 'SKC-003',
  severity: 'warning',
  text: '{skill} refers to "{target}" ({reference}), but {found}; {expected} was expected',
  hint: 'Correct the name, or leave the reference out.',
  areas: [...SKILL_AREAS, 'selection-aggregate'],
  why: 'An agent follows a reference by its name. Where there is no such skill, or one of another level than the chain has there, it is lost (grading spec 13, chain integrity).',
  check: ({ skills }) =>
    skills.flatMap((skill) =>
      skill.references.flatMap(({ text, target }) => {
        const wrong = whatIsWrong(
          skill,
          skills.find(({ name }) => name === target),
        );
        return wrong === null
          ? []
          : [
              {
                file: skill.file,
                position: skill.at.content,
                args: { skill: skill.name, target, reference: text, ...wrong },
              },
            ];
      }),
    ),
  examples: {
    pass: {
      skills: [
        {
          name: 'crypto-entry',
          level: 'L1',
          content: '{{skill:price-trends}}, then the skill `buy-or-hold`.',
        },
        { name: 'price-trends', level: 'L2', content: 'Back to {{skill:crypto-entry}}; not the price-list.' },
        { name: 'buy-or-hold', level: 'L3', content: 'See skills/price-trends.mjs.' },
      ],
    },
    fail: {
      skills: [{ name: 'crypto-entry', level: 'L1', content: 'Follow {{skill:price-trend}}.' }],
    },
  },
});

/** If either skill has no level, no particular level can be expected; the missing level has its own finding. */
function whatIsWrong(
  { level }: SkillFacts,
  target: SkillFacts | undefined,
): { found: string; expected: string } | null {
  const levels = level === null ? [] : LEADS_TO[level];
  const expected =
    levels.length === 0 ? 'a skill of the selection' : `a skill of level ${levels.join(' or ')}`;
  if (!target) return { found: 'the selection has no such skill', expected };
  if (level === null || target.level === null || levels.includes(target.level)) return null;
  return { found: `that skill has level ${target.level}`, expected };
}
