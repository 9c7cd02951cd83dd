import { defineFinding } from './define.js';
import { placesOfRemarks } from './material/remarks.js';

const SOURCE = "export const main = { tools: { find: { tests: [{ _description: 'one' }] } } }";

export const finding = defineFinding({
  id: 'test-found-nothing',
  code: 'FND-091',
  areas: ['single-test'],
  why: 'A test that finds nothing shows that the API answers, and nothing of what it answers with.',
  check: (input) => placesOfRemarks(input, 'found-nothing', 'lists'),
  examples: {
    pass: { source: SOURCE },
    fail: { source: SOURCE, remarks: [{ tool: 'find', test: 1, kind: 'found-nothing', what: 'items' }] },
  },
});
