import { defineFinding } from '../finding.js';
import { memberOf, toolsOf } from '../schema/schema-members.js';

export const finding = defineFinding({
  id: 'write-without-reason',
  code: 'FND-052',
  severity: 'warning',
  text: '{method} whose meta.isReadOnly is not true: the tool may change data, and nothing says why that is wanted',
  hint: 'Set meta.isReadOnly: true if the tool only reads; otherwise, leave the tool out.',
  areas: ['single-test', 'tools-aggregate-schema'],
  why: 'Schemas read. A call that may change something is never made while grading, so the tool stays ungraded (grading spec 02).',
  check: ({ main }) =>
    toolsOf(main).flatMap(({ value, path }) => {
      const method = memberOf(value, 'method');
      if (typeof method !== 'string' || method.toUpperCase() === 'GET') return [];
      if (memberOf(memberOf(value, 'meta'), 'isReadOnly') === true) return [];
      return [{ path: [...path, 'method'], args: { method: method.slice(0, 20) } }];
    }),
  examples: {
    pass: {
      source: `export const main = {
    tools: { search: { method: 'POST', meta: { isReadOnly: true } }, read: { method: 'GET' } }
}`,
    },
    fail: { source: "export const main = {\n    tools: { create: { method: 'POST', path: '/items' } }\n}\n" },
  },
});
