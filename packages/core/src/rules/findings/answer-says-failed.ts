import { defineFinding } from '../finding.js';
import { remarksOf } from './material/places.js';

const SOURCE = "export const main = { tools: { find: { tests: [{ _description: 'one' }] } } }";

export const finding = defineFinding({
  id: 'answer-says-failed',
  code: 'FND-090',
  severity: 'warning',
  text: 'the test counts as working, but the answer says that it failed: {why}',
  hint: 'Check the record of the test. If the answer is an error, choose values that the API accepts; declare an output, so that errors can be told from data.',
  areas: ['single-test'],
  why: 'A 200 whose body speaks of an error may be the answer that was asked for, or none; a reader has to look.',
  check: (input) => remarksOf(input, 'says-failed').map(({ path, what }) => ({ path, args: { why: what } })),
  examples: {
    pass: { source: SOURCE },
    fail: {
      source: SOURCE,
      remarks: [{ tool: 'find', test: 1, kind: 'says-failed', what: 'success is false' }],
    },
  },
});
