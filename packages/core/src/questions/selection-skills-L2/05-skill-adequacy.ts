import { defineQuestion } from '../question.js';

export const question = defineQuestion({
  id: 'Q-selection-skills-L2-05',
  area: 'selection-skills-L2',
  dimension: 'skillAdequacy',
  topic: 'real work',
  weight: 0.33,
  scoreType: 'scale-1-5',
  ageing: null,
  text: 'Does the skill follow work the persona really does? Ask what sets it off, what it is done for and what comes after it, and play it through. 5: a piece of work the persona would recognise, with its start, its steps and its purpose. 3: plausible, but its start or its purpose stays vague. 1: a round trip through the tools that nobody would make.',
  examples: {
    good: 'Before a shift begins: which gauges to watch today, and who has to be told when one rises.',
    bad: 'Calls every tool of the topic once, to show what there is.',
  },
});
