import { defineFinding } from '../finding.js';
import { remarksOf } from './material/places.js';

const SOURCE = "export const main = { tools: { find: { tests: [{ _description: 'one' }] } } }";

export const finding = defineFinding({
  id: 'large-response',
  code: 'FND-093',
  severity: 'warning',
  text: 'the response of the test has {bytes} bytes',
  hint: 'Ask for less at a time: a page, a limit, or only the fields that are used.',
  areas: ['single-test'],
  why: 'A large response fills the context of whoever called the tool. The grading specification 3.0.3 calls one large above 1 MiB; that changes no grade.',
  check: (input) => remarksOf(input, 'large').map(({ path, what }) => ({ path, args: { bytes: what } })),
  examples: {
    pass: { source: SOURCE },
    fail: { source: SOURCE, remarks: [{ tool: 'find', test: 1, kind: 'large', what: '1048577' }] },
  },
});
