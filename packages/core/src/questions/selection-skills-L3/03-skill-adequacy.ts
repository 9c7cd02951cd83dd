import { defineQuestion } from '../question.js';

export const question = defineQuestion({
  id: 'Q-selection-skills-L3-03',
  area: 'selection-skills-L3',
  dimension: 'skillAdequacy',
  topic: 'occasion',
  weight: 0.33,
  scoreType: 'scale-1-5',
  ageing: null,
  text: 'Is the occasion told the way the persona would say it? Read the moment the skill is meant for, and imagine the sentence the persona says to an agent. 5: such a sentence, or one close to it, by which an agent picks this skill and no other. 3: the occasion is clear, but in the words of a manual, or another skill would fit as well. 1: no occasion, or one that only the author knows.',
  examples: {
    good: 'When somebody asks: can I open the lock this morning?',
    bad: 'Upon invocation of the hydrological aggregation workflow.',
  },
});
