import { defineSelectionFinding, SKILL_AREAS } from '../selection-finding.js';

export const finding = defineSelectionFinding({
  id: 'persona-missing',
  code: 'SKC-006',
  severity: 'error',
  text: 'the skill {skill} has no persona focus',
  hint: 'Set its persona to a base persona or a lens of the About; a selection skill without one is invalid.',
  areas: [...SKILL_AREAS, 'selection-aggregate'],
  why: 'A selection skill is written for somebody. Without a persona nobody can say whether it serves, so it is invalid at every level (grading spec 13).',
  check: ({ skills }) =>
    skills
      .filter(({ persona }) => persona === null)
      .map(({ name, file, at }) => ({ file, position: at.persona ?? at.name, args: { skill: name } })),
  examples: {
    pass: { skills: [{ name: 'crypto-entry', persona: { basePersonaId: 'decision-maker' } }] },
    fail: { skills: [{ name: 'crypto-entry', persona: ' ' }] },
  },
});
