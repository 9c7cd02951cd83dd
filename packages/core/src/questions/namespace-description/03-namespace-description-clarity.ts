import { defineQuestion } from '../question.js';

export const question = defineQuestion({
  id: 'Q-namespace-description-03',
  area: 'namespace-description',
  dimension: 'namespaceDescriptionClarity',
  topic: 'border',
  weight: 0.25,
  scoreType: 'scale-1-5',
  ageing: null,
  text: 'Is it clear where this namespace ends and another one would begin? Look for what sets it apart: region, subject, source, kind of access. 5: a reader knows when to choose this namespace and when another. 3: the main subject is delimited, the edges are blurred. 1: the text would fit any provider of the field.',
  examples: {
    good: 'Timetables and delays of long-distance trains in Switzerland; local transport is not included.',
    bad: 'Everything about mobility.',
  },
});
