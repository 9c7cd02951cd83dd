import { defineFinding } from '../finding.js';
import { findPhrases, PRAISE } from './material/descriptions.js';

export const finding = defineFinding({
  id: 'description-promotional',
  code: 'FND-001',
  severity: 'warning',
  text: 'the description praises instead of describing: "{phrase}"',
  hint: 'Say what the tool returns and from where; leave the judgement to the reader.',
  areas: ['single-test', 'tools-aggregate-schema', 'namespace-description'],
  why: 'A model chooses a tool by its description. Praise is the same for every tool, so it helps nobody to choose and can not be checked against a response.',
  check: ({ main }) => findPhrases(main, PRAISE),
  examples: {
    pass: {
      source: `export const main = {
    description: 'Best bid and ask, outstanding debt, the most popular pairs. Leading zeros are kept.',
    tools: {}
}`,
    },
    fail: {
      source: `export const main = {
    description: 'Prices of tokens.',
    tools: { price: { description: 'Powerful, industry-leading access to prices.' } }
}`,
    },
  },
});
