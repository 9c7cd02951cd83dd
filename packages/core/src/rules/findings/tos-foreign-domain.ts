import { isText, memberOf } from '../schema/schema-members.js';
import { defineFinding } from './define.js';
import { termsOf } from './material/terms.js';

export const finding = defineFinding({
  id: 'tos-foreign-domain',
  code: 'FND-061',
  areas: ['namespace-description'],
  why: 'Terms count as attached only if they lie under the same registrable domain as the API (grading spec 03); anything else may be the terms of somebody else.',
  check({ main, domainOf }) {
    const terms = termsOf(main);
    const root = memberOf(main, 'root');
    if (terms === undefined || !isText(root)) return [];
    const termsDomain = domainOf(terms);
    const apiDomain = domainOf(root);
    if (apiDomain === null || termsDomain === apiDomain) return [];
    return [{ path: ['termsOfService'], args: { terms: termsDomain ?? terms, api: apiDomain } }];
  },
  examples: {
    pass: {
      source:
        "export const main = { root: 'https://api.example.co.uk/v1', termsOfService: 'https://legal.example.co.uk/terms' }",
    },
    fail: {
      source:
        "export const main = { root: 'https://api.example.co.uk', termsOfService: 'https://other.co.uk/terms' }",
    },
  },
});
