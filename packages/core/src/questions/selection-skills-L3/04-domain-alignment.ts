import { defineQuestion } from '../question.js';

export const question = defineQuestion({
  id: 'Q-selection-skills-L3-04',
  area: 'selection-skills-L3',
  dimension: 'domainAlignment',
  topic: 'result to act on',
  weight: 0.34,
  scoreType: 'scale-1-5',
  ageing: null,
  text: 'Can the persona act on the result at once? Look at how the steps end and what the skill says it yields, and hold it against the conventions of the About. 5: it says what follows for the persona, with the values, units and times this rests on, in the terms of the About. 3: all values are there, but the conclusion is left to the reader. 1: raw data, or a result without unit, time or source.',
  examples: {
    good: 'Keep the gate closed until 09:40: gauge Nordtor stands 12 cm below its mark, rising 4 cm an hour (measured 07:15).',
    bad: 'A table of numbers for all stations.',
  },
});
