import { defineQuestion } from '../question.js';

export const question = defineQuestion({
  id: 'Q-single-test-05',
  area: 'single-test',
  dimension: 'descriptionSpecConformance',
  weight: 0.33,
  scoreType: 'scale-1-5',
  ageing: null,
  text: 'Is the description written in the third person, and does it state what the tool does instead of what one could use it for? Look at the verb of each sentence and at clauses that name an audience or a purpose. 5: third person throughout, only behaviour, inputs and answer. 3: behaviour is described, but one sentence addresses the reader or names a use. 1: instructions, first person, or use cases with hardly any behaviour.',
  examples: {
    good: 'Lists the open incidents of a region and returns their cause, start time and affected lines.',
    bad: 'Use this when you want to plan your commute; perfect for travel apps.',
  },
});
