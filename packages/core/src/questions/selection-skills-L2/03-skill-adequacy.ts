import { defineQuestion } from '../question.js';

export const question = defineQuestion({
  id: 'Q-selection-skills-L2-03',
  area: 'selection-skills-L2',
  dimension: 'skillAdequacy',
  topic: 'copy of L1',
  weight: 0.34,
  scoreType: 'scale-1-5',
  ageing: null,
  text: 'Is the skill more than a copy of an L1 skill? Compare its steps, inputs and result with each predecessor. 5: they share no more than the call or the pointer it builds upon. 3: a good part of the steps or of the text stands in an L1 skill too. 1: the same skill under another name. Where no L1 skill leads to it: n/a, blocked-by-precondition.',
  examples: {
    good: 'Begins where water-entry ends, with a gauge in hand, and compares its level with its marks.',
    bad: 'Searches gauges by place and lists them, as water-entry does, with two more sentences of introduction.',
  },
});
