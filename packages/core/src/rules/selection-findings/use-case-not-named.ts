import { defineSelectionFinding, skillsOfLevel } from '../selection-finding.js';

export const finding = defineSelectionFinding({
  id: 'use-case-not-named',
  code: 'SKC-002',
  severity: 'warning',
  text: 'no topic (L2) names the use case {skill} (L3); looked at: {topics}',
  hint: 'Write the name {skill} exactly as it is into a topic it belongs to; otherwise, nobody finds it.',
  areas: ['selection-skills-L2', 'selection-skills-L3', 'selection-aggregate'],
  why: 'The way to a use case leads through a topic. One that no topic names is never reached (grading spec 13, rule B).',
  check({ skills }) {
    const topics = skillsOfLevel(skills, 'L2');
    const known = topics.map(({ name }) => name).sort();
    return skillsOfLevel(skills, 'L3')
      .filter(({ name }) => !topics.some(({ names }) => names.includes(name)))
      .map(({ name, file, at }) => ({
        file,
        position: at.name,
        args: { skill: name, topics: known.length === 0 ? 'no topic is there' : known.join(', ') },
      }));
  },
  examples: {
    pass: {
      skills: [
        { name: 'price-trends', level: 'L2', content: 'Then follow {{skill:buy-or-hold}}.' },
        { name: 'pool-depth', level: 'L2' },
        { name: 'buy-or-hold', level: 'L3' },
      ],
    },
    fail: {
      skills: [
        { name: 'crypto-entry', level: 'L1', content: 'Named here only: buy-or-hold.' },
        { name: 'price-trends', level: 'L2', content: 'Buy or hold.' },
        { name: 'buy-or-hold', level: 'L3' },
      ],
    },
  },
});
