import { defineQuestion } from '../question.js';

export const question = defineQuestion({
  id: 'Q-tools-aggregate-namespace-05',
  area: 'tools-aggregate-namespace',
  dimension: 'domainCoverage',
  topic: 'stated limits',
  weight: 0.2,
  scoreType: 'boolean',
  ageing: null,
  text: 'Are the limits of the set stated or evidently intended? Look in the descriptions of schemas and tools for what is left out (regions, write access, history, paid parts). Pass: a gap that a user would run into is named, or the chosen scope makes it obvious. Fail: something one would clearly expect is missing without a word.',
  examples: {
    good: 'The schema says: read-only, stations in Germany, no history before 2015.',
    bad: 'The namespace promises "all transport data" and covers one city.',
  },
});
