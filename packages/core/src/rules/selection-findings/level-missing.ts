import { defineSelectionFinding } from './define.js';

export const finding = defineSelectionFinding({
  id: 'level-missing',
  code: 'SKC-005',
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
