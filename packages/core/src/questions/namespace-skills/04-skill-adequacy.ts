import { defineQuestion } from '../question.js';

export const question = defineQuestion({
  id: 'Q-namespace-skills-04',
  area: 'namespace-skills',
  dimension: 'skillAdequacy',
  topic: 'promotion',
  weight: 0.34,
  scoreType: 'scale-1-5',
  ageing: null,
  text: 'Is the skill free of promotion, and plain about what it can not do? Look at every adjective and promise in the description and the steps, and at the limitations it lists. 5: only facts about steps and result, and limitations concrete enough to rely on. 3: one or two words of praise, or limitations so general that nobody learns anything from them. 1: slogans, promises the tools can not keep, or no limitations at all.',
  examples: {
    good: 'Returns the trains of the next 60 minutes. Limitations: no platform changes, no buses, only stations in Switzerland.',
    bad: 'The smartest travel companion: never miss a train again.',
  },
});
