import { defineSelectionFinding, skillsOfLevel } from '../selection-finding.js';

export const finding = defineSelectionFinding({
  id: 'topic-not-named',
  code: 'SKC-001',
  severity: 'warning',
  text: 'the signpost {skill} (L1) does not name the topic {target} (L2)',
  hint: 'Write the exact name {target} in the content, description or whenToUse of the signpost: it must lead to every topic.',
  areas: ['selection-skills-L1', 'selection-aggregate'],
  why: 'A signpost is the way in. A topic that it does not name is not found from there (grading spec 13, rule A).',
  check: ({ skills }) =>
    skillsOfLevel(skills, 'L1').flatMap(({ name, names, file, at }) =>
      skillsOfLevel(skills, 'L2')
        .filter((topic) => !names.includes(topic.name))
        .map((topic) => ({ file, position: at.content, args: { skill: name, target: topic.name } })),
    ),
  examples: {
    pass: {
      skills: [
        {
          name: 'crypto-entry',
          level: 'L1',
          content: 'Prices: price-trends.',
          whenToUse: 'Or `pool-depth`.',
        },
        { name: 'price-trends', level: 'L2' },
        { name: 'pool-depth', level: 'L2' },
      ],
    },
    fail: {
      skills: [
        { name: 'crypto-entry', level: 'L1', content: 'Trends are in price-trends-old.' },
        { name: 'price-trends', level: 'L2' },
      ],
    },
  },
});
