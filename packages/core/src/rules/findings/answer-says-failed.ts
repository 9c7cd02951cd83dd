import { defineFinding } from './define.js';
import { placesOfRemarks } from './material/remarks.js';

const SOURCE = "export const main = { tools: { find: { tests: [{ _description: 'one' }] } } }";

export const finding = defineFinding({
  id: 'answer-says-failed',
  code: 'FND-090',
  areas: ['single-test'],
  why: 'A 200 whose body speaks of an error may be the answer that was asked for, or none; a reader has to look.',
  check: (input) => placesOfRemarks(input, 'says-failed', 'why'),
  examples: {
    pass: { source: SOURCE },
    fail: {
      source: SOURCE,
      remarks: [{ tool: 'find', test: 1, kind: 'says-failed', what: 'success is false' }],
    },
  },
});
