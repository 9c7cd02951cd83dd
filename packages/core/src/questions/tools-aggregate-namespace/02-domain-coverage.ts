import { defineQuestion } from '../question.js';

export const question = defineQuestion({
  id: 'Q-tools-aggregate-namespace-02',
  area: 'tools-aggregate-namespace',
  dimension: 'domainCoverage',
  topic: 'usual tasks',
  weight: 0.2,
  scoreType: 'scale-1-5',
  ageing: null,
  text: "Are the usual tasks in this namespace's field covered by its tools? Write down for yourself the three to five tasks that the schemas' own descriptions make one expect, then look for the tools. 5: every one can be done. 3: most can be done, one important one can not. 1: the tools serve only a side issue.",
  examples: {
    good: 'A weather namespace with current values, forecast, warnings and a search for places.',
    bad: 'A weather namespace with nothing but the list of its measuring stations.',
  },
});
