import { defineQuestion } from '../question.js';

export const question = defineQuestion({
  id: 'Q-single-test-10',
  area: 'single-test',
  dimension: 'verbPrefixConsistent',
  weight: 0.25,
  scoreType: 'scale-1-5',
  ageing: null,
  text: "Does the verb at the start of the tool's name fit what the call does? Compare it with the method, the path and the recorded answers: get for one thing, list or search for many, create, update or delete for writing. 5: the verb is there and exact. 3: a verb is there but vague or slightly off, such as get for a filtered list. 1: no verb, or one that promises another effect.",
  examples: {
    good: 'searchArticles: GET /articles?q=… returns a list of matches.',
    bad: 'updatePrice: GET /price/{id} only reads.',
  },
});
