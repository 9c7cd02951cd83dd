import { defineSelectionFinding } from '../selection-finding.js';

export const finding = defineSelectionFinding({
  id: 'level-missing',
  code: 'SKC-005',
  severity: 'error',
  text: 'the skill {skill} has no level that is "L1", "L2" or "L3"',
  hint: 'Write `level: "L1"` for a signpost, "L2" for a topic, "L3" for a use case; without it no area grades the skill.',
  areas: ['selection-aggregate'],
  why: 'The level decides which questions a skill is asked and what it waits for. It is read from the skill, never guessed (grading spec 13).',
  check: ({ skills }) =>
    skills
      .filter(({ level }) => level === null)
      .map(({ name, file, at }) => ({ file, position: at.level ?? at.name, args: { skill: name } })),
  examples: {
    pass: { skills: [{ name: 'crypto-entry', level: 'L1' }] },
    fail: { skills: [{ name: 'l1-crypto-entry' }] },
  },
});
