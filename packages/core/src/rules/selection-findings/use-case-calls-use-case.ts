import { defineSelectionFinding, skillsOfLevel } from '../selection-finding.js';

export const finding = defineSelectionFinding({
  id: 'use-case-calls-use-case',
  code: 'SKC-004',
  severity: 'warning',
  text: 'the use case {skill} (L3) calls the use case {target} (L3): {reference}',
  hint: 'A use case may call only topics and signposts: move what is needed into the use case itself.',
  areas: ['selection-skills-L3', 'selection-aggregate'],
  why: 'A use case is where the chain ends. If one calls the next, the text an agent has to follow grows without end (grading spec 13, anti-recursion).',
  check({ skills }) {
    const useCases = skillsOfLevel(skills, 'L3');
    return useCases.flatMap(({ name, references, file, at }) =>
      references
        .filter(({ target }) => useCases.some((other) => other.name === target))
        .map(({ target, text }) => ({
          file,
          position: at.content,
          args: { skill: name, target, reference: text },
        })),
    );
  },
  examples: {
    pass: {
      skills: [
        { name: 'price-trends', level: 'L2', content: 'buy-or-hold, sell-now' },
        {
          name: 'buy-or-hold',
          level: 'L3',
          content: 'Take {{skill:price-trends}}. Unlike sell-now, this waits.',
        },
        { name: 'sell-now', level: 'L3', content: 'Never call `buy-or-hold` from here.' },
      ],
    },
    fail: {
      skills: [
        { name: 'buy-or-hold', level: 'L3', content: 'If the price falls, continue with sell-now.' },
        { name: 'sell-now', level: 'L3' },
      ],
    },
  },
});
