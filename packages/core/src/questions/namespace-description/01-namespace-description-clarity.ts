import { defineQuestion } from '../question.js';

export const question = defineQuestion({
  id: 'Q-namespace-description-01',
  area: 'namespace-description',
  dimension: 'namespaceDescriptionClarity',
  topic: 'identity',
  weight: 0.25,
  scoreType: 'scale-1-5',
  ageing: null,
  text: 'Can the identity of the namespace be told in one or two sentences from its metadata: who the provider is and what data it gives? Try to write these sentences from the material alone. 5: they write themselves. 3: the subject is clear but the provider is not, or the other way round. 1: neither is clear.',
  examples: {
    good: 'River levels measured by the German waterways administration, published through its open PEGELONLINE interface.',
    bad: 'Provides various useful data via API.',
  },
});
