import { defineQuestion } from '../question.js';

export const question = defineQuestion({
  id: 'Q-selection-skills-L3-01',
  area: 'selection-skills-L3',
  dimension: 'skillAdequacy',
  topic: 'routine',
  weight: 0.34,
  scoreType: 'scale-1-5',
  ageing: null,
  text: "Could the skill be a routine in the persona's day? Ask how often its occasion comes, and whether its steps can be run again without thinking them over anew. 5: an occasion that keeps coming back, such as each morning or with every order, and steps that hold for all of them. 3: the occasion comes now and then, or the steps leave decisions open that are the same each time. 1: a single experiment or a demonstration.",
  examples: {
    good: 'Every morning before the lock opens: levels, marks and tides of the day, in the same five lines.',
    bad: 'Build a dashboard of all rivers of Europe.',
  },
});
