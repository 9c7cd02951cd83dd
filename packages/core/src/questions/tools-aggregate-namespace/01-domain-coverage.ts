import { defineDeterministicQuestion } from '../question.js';

export const question = defineDeterministicQuestion({
  id: 'Q-tools-aggregate-namespace-01',
  area: 'tools-aggregate-namespace',
  dimension: 'domainCoverage',
  topic: 'number of tools',
  weight: 0.2,
  ageing: null,
  text: ({ namespaceToolsHard: wanted }) =>
    `Does the namespace have at least ${wanted} tools over all of its schemas? Pass: it does. Fail: it has fewer.`,
  answer({ tools }, { namespaceToolsHard: wanted }) {
    return {
      score: tools >= wanted ? 'pass' : 'fail',
      reasoning: `the namespace has ${tools} ${tools === 1 ? 'tool' : 'tools'}, ${wanted} are expected`,
    };
  },
  examples: { pass: { tools: 7 }, fail: { tools: 6 } },
});
