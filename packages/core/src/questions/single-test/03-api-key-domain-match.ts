import { defineDeterministicQuestion, type SingleTestFacts } from '../question.js';

const keyless: SingleTestFacts = {
  docs: null,
  outputDeclared: false,
  outputMatches: null,
  records: [],
  keyDomain: null,
};

/**
 * This only answers the question. The veto for a foreign key is raised before the first request, by the code that
 * decides which requests are sent.
 */
export const question = defineDeterministicQuestion({
  id: 'Q-single-test-03',
  area: 'single-test',
  dimension: 'apiKeyDomainMatch',
  weight: 0.33,
  ageing: null,
  text: 'Do the names of the required keys belong to the API that is called? Pass: name and domain agree. Fail: they do not visibly agree, or a name points to another provider. A schema without keys: n/a.',
  answer({ keyDomain }) {
    if (keyDomain === null) {
      return {
        score: 'n/a',
        naReason: 'not-applicable-to-tool-type',
        reasoning: 'the schema requires no key',
      };
    }
    const { evidence } = keyDomain;
    switch (keyDomain.outcome) {
      case 'agrees':
        return { score: 'pass', reasoning: 'the key names belong to the API', evidence };
      case 'unclear':
        return {
          score: 'fail',
          reasoning: 'the key names show no connection to the API and none to anyone else',
          evidence,
        };
      case 'foreign':
        return { score: 'fail', reasoning: `${keyDomain.key} belongs to ${keyDomain.owner}`, evidence };
    }
  },
  examples: {
    pass: {
      ...keyless,
      keyDomain: { outcome: 'agrees', evidence: 'EXAMPLE_API_KEY names example.org' },
    },
    fail: {
      ...keyless,
      keyDomain: {
        outcome: 'foreign',
        key: 'FACEBOOK_API_KEY',
        owner: 'facebook.com',
        evidence: 'FACEBOOK_API_KEY names facebook.com, the API is example.xyz',
      },
    },
    na: keyless,
  },
});
