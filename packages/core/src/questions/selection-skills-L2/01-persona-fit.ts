import { defineQuestion } from '../question.js';

export const question = defineQuestion({
  id: 'Q-selection-skills-L2-01',
  area: 'selection-skills-L2',
  dimension: 'personaFit',
  topic: 'composition',
  weight: 0.5,
  scoreType: 'scale-1-5',
  ageing: null,
  text: 'Is the topic put together sensibly out of what the L1 skills open? Lay its predecessors beside it and follow which of their results or pointers it takes up, in which order, and for what. 5: each part has its place in an order the persona would choose, and together they make up the topic. 3: the parts belong together, but one is out of order or comes to nothing. 1: parts strung together without need, or no tie to an L1 skill. Where no L1 skill leads to it: judge the parts it consists of, and say so.',
  examples: {
    good: 'Takes the gauges that water-entry has found, reads their levels, then their flood marks, and goes on to morning-flood-check for a daily report.',
    bad: 'Lists tides, prices and news one after the other, and never says where the place comes from.',
  },
});
