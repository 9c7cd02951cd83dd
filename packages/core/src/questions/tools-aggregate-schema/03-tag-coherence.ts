import { defineQuestion } from '../question.js';

export const question = defineQuestion({
  id: 'Q-tools-aggregate-schema-03',
  area: 'tools-aggregate-schema',
  dimension: 'tagCoherence',
  weight: 0.25,
  scoreType: 'scale-1-5',
  ageing: null,
  text: "Do the schema's tags fit its tools? Ask of each tag whether at least one tool bears it out, and of the tools whether their main subject is among the tags. 5: every tag is earned, no main subject is missing. 3: one tag is too broad or a subject is missing. 1: tags mislead, contradict each other or are mere search words. A schema without tags: n/a, not-applicable-to-tool-type.",
  examples: {
    good: 'Tags weather, forecast, air-quality; tools for each of the three.',
    bad: 'Tags weather, ai, best, finance; all tools return temperatures.',
  },
});
