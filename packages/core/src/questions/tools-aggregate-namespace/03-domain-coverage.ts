import { defineQuestion } from '../question.js';

export const question = defineQuestion({
  id: 'Q-tools-aggregate-namespace-03',
  area: 'tools-aggregate-namespace',
  dimension: 'domainCoverage',
  topic: 'overlap',
  weight: 0.2,
  scoreType: 'scale-1-5',
  ageing: null,
  text: 'Is each ability offered once? Compare tools across all schemas by what goes in and what comes out, not by name. Two tools that differ in scope, such as one item and many, are no duplicates. 5: no two tools do the same. 3: one pair overlaps so far that a model would have to guess. 1: several abilities are offered two or more times.',
  examples: {
    good: 'getQuote for one symbol, listQuotes for many.',
    bad: 'getPrice, fetchCurrentPrice and priceNow in three schemas, with the same input and answer.',
  },
});
