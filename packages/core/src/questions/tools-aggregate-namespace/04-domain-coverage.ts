import { defineQuestion } from '../question.js';

export const question = defineQuestion({
  id: 'Q-tools-aggregate-namespace-04',
  area: 'tools-aggregate-namespace',
  dimension: 'domainCoverage',
  topic: 'single things and lists',
  weight: 0.2,
  scoreType: 'scale-1-5',
  ageing: null,
  text: 'Is there a sensible mix of tools that read single things and tools that return summaries or lists? Look at whether one can go from an overview to a detail and back. 5: both kinds are there, in a proportion that fits the field. 3: one kind is thin. 1: only one kind, although the field plainly needs both.',
  examples: {
    good: 'Market overview, ranking by volume, details of one market, history of one market.',
    bad: 'Twelve tools that each return one value for one id, and none that says which ids exist.',
  },
});
