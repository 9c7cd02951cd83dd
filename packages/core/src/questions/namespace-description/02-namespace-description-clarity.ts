import { defineQuestion } from '../question.js';

export const question = defineQuestion({
  id: 'Q-namespace-description-02',
  area: 'namespace-description',
  dimension: 'namespaceDescriptionClarity',
  topic: 'names',
  weight: 0.25,
  scoreType: 'scale-1-5',
  ageing: null,
  text: 'Does the namespace call itself and its things as the provider does? Compare the namespace and the names of the schemas with the host, the documentation links and the terms in the descriptions. 5: provider and products appear under their own names. 3: recognisable, with one invented or outdated term. 1: names that nobody would connect with the provider.',
  examples: {
    good: 'Namespace coingecko, host api.coingecko.com, schemas coins and exchanges.',
    bad: 'Namespace cryptomaster, host api.coingecko.com.',
  },
});
