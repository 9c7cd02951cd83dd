import { defineQuestion } from '../question.js';

export const question = defineQuestion({
  id: 'Q-namespace-skills-02',
  area: 'namespace-skills',
  dimension: 'personaFit',
  weight: 0.33,
  scoreType: 'scale-1-5',
  ageing: null,
  text: 'Do the steps follow the way the persona works? Play them through as the persona, from the first question to the finished result, and watch the inputs asked for, the terms used and the form of the result. 5: can be followed as written, with inputs the persona has at hand and a result the persona can use as it is. 3: leads to the end, with a detour, an input that has to be looked up elsewhere, or a result that has to be rearranged. 1: not a way of working the persona would recognise, or no steps at all.',
  examples: {
    good: 'Asks for a station name as people know it, finds the identifier itself, and ends with a table of departures.',
    bad: 'Asks for the internal numeric identifier first and ends with the raw answer of the API.',
  },
});
