import { defineFinding } from '../finding.js';
import { isText, memberOf } from '../schema/schema-members.js';

export const finding = defineFinding({
  id: 'tos-missing',
  code: 'FND-060',
  severity: 'info',
  text: 'no terms of service are linked',
  hint: 'Put their address into main.termsOfService if the provider has any; a missing address does not lower any grade.',
  areas: ['namespace-description'],
  why: 'Terms are due diligence, not a condition: FlowMCP observes whether a link is there and never accepts any (grading spec 03).',
  check({ main }) {
    const terms = memberOf(main, 'termsOfService');
    // Text other than an address (`no-tos-found`) shows that the author has looked for the terms.
    return isText(terms) || !isText(memberOf(main, 'root')) ? [] : [{ path: ['termsOfService'] }];
  },
  examples: {
    pass: {
      source: "export const main = { root: 'https://api.example.org', termsOfService: 'no-tos-found' }",
    },
    fail: { source: "export const main = { root: 'https://api.example.org', termsOfService: null }" },
  },
});
