import { findPhrase, PRAISE } from '../findings/material/descriptions.js';
import { defineSelectionFinding, SKILL_AREAS } from '../selection-finding.js';

export const finding = defineSelectionFinding({
  id: 'skill-promotional',
  code: 'SKC-010',
  severity: 'warning',
  text: 'the {member} of {skill} praises instead of describing: "{phrase}"',
  hint: 'Say what the skill does and returns; leave the judgement to the reader.',
  areas: SKILL_AREAS,
  why: 'An agent chooses a skill by its description. Praise is the same for every skill, so it helps nobody to choose.',
  check: ({ skills }) =>
    skills.flatMap((skill) =>
      (['description', 'whenToUse'] as const).flatMap((member) => {
        const phrase = findPhrase(skill[member], PRAISE);
        return phrase === null
          ? []
          : [{ file: skill.file, position: skill.at[member], args: { skill: skill.name, member, phrase } }];
      }),
    ),
  examples: {
    pass: {
      skills: [{ name: 'crypto-entry', description: 'Leads to prices and to the best bid of a market.' }],
    },
    fail: { skills: [{ name: 'crypto-entry', description: 'A seamless, world-class way into crypto.' }] },
  },
});
