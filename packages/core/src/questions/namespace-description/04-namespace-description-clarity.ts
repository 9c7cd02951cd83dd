import { defineQuestion } from '../question.js';

export const question = defineQuestion({
  id: 'Q-namespace-description-04',
  area: 'namespace-description',
  dimension: 'namespaceDescriptionClarity',
  topic: 'abbreviations',
  weight: 0.25,
  scoreType: 'boolean',
  ageing: null,
  text: "Is the identity free of unexplained abbreviations? Pass: the namespace stands for itself under a full name, or every abbreviation that stands for it is spelled out somewhere in the metadata. Fail: an abbreviation is all there is. The provider's own well-known brand is no abbreviation.",
  examples: {
    good: '"BLS: Bureau of Labor Statistics, monthly labour figures of the United States".',
    bad: '"BSV data", with no word on what BSV means.',
  },
});
