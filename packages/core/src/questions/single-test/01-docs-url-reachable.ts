import { defineDeterministicQuestion, type SingleTestFacts } from '../question.js';

const untested: SingleTestFacts = {
  docs: null,
  outputDeclared: false,
  outputMatches: null,
  records: [],
  keyDomain: null,
};
const url = 'https://docs.example.org/api';

export const question = defineDeterministicQuestion({
  id: 'Q-single-test-01',
  area: 'single-test',
  dimension: 'docsUrlReachable',
  weight: 0.34,
  ageing: 'api',
  text: 'Does the documentation link of the schema answer with HTTP 200? Pass: it does. Fail: the server says there is no such page. Stale: the server could not be asked. Without a declared link: n/a.',
  answer({ docs }) {
    if (docs === null) {
      return {
        score: 'n/a',
        naReason: 'not-applicable-to-tool-type',
        reasoning: 'the schema declares no documentation link',
      };
    }
    const evidence = docs.httpStatus === undefined ? docs.url : `${docs.url} (HTTP ${docs.httpStatus})`;
    const { gathered } = docs;
    switch (docs.status) {
      case 'reachable':
        return { score: 'pass', reasoning: 'the documentation link answers', evidence, gathered };
      case 'not-found':
        return { score: 'fail', reasoning: 'the documentation link leads nowhere', evidence, gathered };
      case 'unreachable':
        return {
          score: 'stale',
          reasoning: 'the documentation server could not be reached',
          evidence,
          gathered,
        };
    }
  },
  examples: {
    pass: { ...untested, docs: { url, status: 'reachable', httpStatus: 200 } },
    fail: { ...untested, docs: { url, status: 'not-found', httpStatus: 404 } },
    na: untested,
    stale: { ...untested, docs: { url, status: 'unreachable' } },
  },
});
