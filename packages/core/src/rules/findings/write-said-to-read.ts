import { defineFinding } from '../finding.js';
import { memberOf, toolsOf } from '../schema/schema-members.js';

/** Methods that a read-only tool may have: searches often use POST. */
const MAY_READ = new Set(['GET', 'HEAD', 'OPTIONS', 'POST']);

export const finding = defineFinding({
  id: 'write-said-to-read',
  code: 'FND-054',
  severity: 'warning',
  text: '{method} whose meta.isReadOnly is true: the two contradict each other',
  hint: 'Correct the one that is wrong. Without --allow-writes the tool is not tested.',
  areas: ['single-test', 'tools-aggregate-schema'],
  why: 'A caller that trusts meta.isReadOnly changes or deletes data with such a tool. It is not tested on its word (decision 0078).',
  check: ({ main }) =>
    toolsOf(main).flatMap(({ value, path }) => {
      const method = memberOf(value, 'method');
      if (typeof method !== 'string' || MAY_READ.has(method.toUpperCase())) return [];
      if (memberOf(memberOf(value, 'meta'), 'isReadOnly') !== true) return [];
      return [{ path: [...path, 'method'], args: { method: method.slice(0, 20) } }];
    }),
  examples: {
    pass: {
      source: `export const main = {
    tools: { search: { method: 'POST', meta: { isReadOnly: true } }, remove: { method: 'DELETE' } }
}`,
    },
    fail: {
      source:
        "export const main = {\n    tools: { remove: { method: 'DELETE', meta: { isReadOnly: true } } }\n}\n",
    },
  },
});
