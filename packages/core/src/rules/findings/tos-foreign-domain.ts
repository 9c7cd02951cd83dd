import { defineFinding } from '../finding.js';
import { isText, memberOf } from '../schema/schema-members.js';
import { termsOf } from './material/declared.js';

export const finding = defineFinding({
  id: 'tos-foreign-domain',
  code: 'FND-061',
  severity: 'warning',
  text: 'the terms of service are at {terms}, the API is at {api}: they count as not attached',
  hint: 'Link the terms of the API itself; their root domain must be that of main.root.',
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
