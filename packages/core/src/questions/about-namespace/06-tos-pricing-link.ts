import { defineQuestion } from '../question.js';

export const question = defineQuestion({
  id: 'Q-about-namespace-06',
  area: 'about-namespace',
  dimension: 'tosPricingLink',
  weight: 0.25,
  scoreType: 'boolean',
  ageing: 'tos',
  text: 'Does the About say where the terms of service stand and what access costs? The link has to lie on the provider\'s own domain; a price list, a quota or the plain statement that access is free answers the question of cost. Pass: both are there, or the About says that the provider publishes none. Fail: one of the two is missing, or the link belongs to somebody else. If the recorded facts say that the linked page could not be opened: n/a, blocked-by-precondition. Do not judge what the terms permit; any remark on that carries the words "grader assessment, not legally binding".',
  examples: {
    good: 'Terms: https://data.example.org/terms. Access is free, at most 60 calls per minute.',
    bad: 'Please check the terms of the provider before you use the data.',
  },
});
