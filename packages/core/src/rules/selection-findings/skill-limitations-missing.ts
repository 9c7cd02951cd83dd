import { defineSelectionFinding, SKILL_AREAS } from './define.js';

export const finding = defineSelectionFinding({
  id: 'skill-limitations-missing',
  code: 'SKC-008',
  areas: SKILL_AREAS,
  why: 'What a skill can not do is its most important part, at every level (grading spec 13, binding statement 2).',
  check: ({ skills }) =>
    skills
      .filter(({ limitations }) => !limitations.heading || limitations.items === 0)
      .map(({ name, file, at }) => ({ file, position: at.content, args: { skill: name } })),
  examples: {
    pass: { skills: [{ name: 'crypto-entry', content: '## Limitations\n\n- No derivatives.\n' }] },
    fail: {
      skills: [
        { name: 'crypto-entry', content: '## Limitations\n\nNone.\n\n## Steps\n\nSet limit to 10.\n' },
      ],
    },
  },
});
