import { defineFinding } from '../finding.js';
import { termsOf } from './material/declared.js';

export const finding = defineFinding({
  id: 'tos-unreachable',
  code: 'FND-062',
  severity: 'warning',
  text: 'the terms of service could not be reached ({status}): stale, not failed',
  hint: 'Check the address in main.termsOfService.',
  areas: ['namespace-description'],
  why: 'A link that leads nowhere is not a link; it is called stale, because it may be back tomorrow (grading spec 03).',
  check({ main, terms }) {
    if (!terms || terms.status === 'reachable' || terms.url !== termsOf(main)) return [];
    const status = terms.httpStatus === undefined ? 'no answer' : `HTTP ${terms.httpStatus}`;
    return [{ path: ['termsOfService'], args: { status } }];
  },
  examples: {
    pass: {
      source: "export const main = { termsOfService: 'https://example.org/terms' }",
      terms: { url: 'https://example.org/terms', status: 'reachable', httpStatus: 200 },
    },
    fail: {
      source: "export const main = { termsOfService: 'https://example.org/terms' }",
      terms: { url: 'https://example.org/terms', status: 'not-found', httpStatus: 404 },
    },
  },
});
