import { defineQuestion } from '../question.js';

export const question = defineQuestion({
  id: 'Q-single-test-09',
  area: 'single-test',
  dimension: 'errorCasesDocumented',
  weight: 0.25,
  scoreType: 'scale-1-5',
  ageing: null,
  text: 'Does the definition prepare a caller for the ways the call can fail? Look in the descriptions of the tool and its parameters for known errors, limits, unknown identifiers, empty results, and at failed records. 5: says what happens for unknown or invalid input and for limits, as far as the call has them. 3: hints at limits or valid ranges but not at what follows. 1: nothing, although the parameters obviously can be wrong.',
  examples: {
    good: 'An unknown station id is answered with 404; more than 60 calls per minute with 429.',
    bad: 'Takes an id and returns the station.',
  },
});
