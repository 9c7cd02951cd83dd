import { defineQuestion } from '../question.js';

export const question = defineQuestion({
  id: 'Q-single-test-08',
  area: 'single-test',
  dimension: 'toolNameSemantic',
  weight: 0.25,
  scoreType: 'scale-1-5',
  ageing: null,
  text: "Does the tool's name alone let a reader guess what the call returns? Cover the description, read the name, then compare. 5: names the action and the thing it acts on, without knowledge of the API. 3: understandable once the schema's subject is known, or a little too broad. 1: abbreviation, number, path fragment or a name that suggests something else.",
  examples: {
    good: 'getLatestExchangeRate',
    bad: 'doV2Req',
  },
});
