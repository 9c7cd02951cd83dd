import { defineSelectionFinding, SKILL_AREAS } from '../selection-finding.js';

export const finding = defineSelectionFinding({
  id: 'skill-limitations-missing',
  code: 'SKC-008',
  severity: 'warning',
  text: 'the skill {skill} states no limitations',
  hint: 'Add a heading "Limitations" with at least one line under it, near the top.',
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
