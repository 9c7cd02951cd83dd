import { defineQuestion } from '../question.js';

export const question = defineQuestion({
  id: 'Q-selection-skills-L1-02',
  area: 'selection-skills-L1',
  dimension: 'coverage',
  topic: 'wording',
  weight: 0.5,
  scoreType: 'scale-1-5',
  ageing: null,
  text: 'Is the skill worded for the persona? Read its description, the moment it is meant for and its steps, and look for terms the persona would not use or not know. 5: the persona would ask in these words and understands each of them at once. 3: understandable, with terms of a provider or of programming in between. 1: written for somebody else.',
  examples: {
    good: 'For a decision maker: use it when somebody asks which rivers are about to flood.',
    bad: 'For a decision maker: entry point to query hydrological REST resources by UUID.',
  },
});
