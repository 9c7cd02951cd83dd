import { defineQuestion } from '../question.js';

export const question = defineQuestion({
  id: 'Q-single-test-06',
  area: 'single-test',
  dimension: 'paramConsistency',
  weight: 0.33,
  scoreType: 'scale-1-5',
  ageing: null,
  text: 'Do all parameters follow one naming style? Compare the casing (camelCase, snake_case, kebab-case), abbreviations and singular or plural of all parameter keys. A key that the API itself dictates is no breach as long as the rest is uniform. 5: one style everywhere, or a single parameter. 3: one key steps out of line for no visible reason. 1: styles are mixed at random. A tool without parameters: n/a, not-applicable-to-tool-type.',
  examples: {
    good: 'Parameters fromDate, toDate, pageSize.',
    bad: 'Parameters from_date, toDate, PAGESIZE, lim.',
  },
});
