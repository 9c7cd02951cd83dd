import { defineFinding } from '../finding.js';
import { remarksOf } from './material/places.js';

const SOURCE = "export const main = { tools: { find: { tests: [{ _description: 'one' }] } } }";

export const finding = defineFinding({
  id: 'test-found-nothing',
  code: 'FND-091',
  severity: 'info',
  text: 'the test found nothing in {lists}',
  hint: 'Choose values for which the API has data: an empty answer shows nothing about the output.',
  areas: ['single-test'],
  why: 'A test that finds nothing shows that the API answers, and nothing of what it answers with.',
  check: (input) =>
    remarksOf(input, 'found-nothing').map(({ path, what }) => ({ path, args: { lists: what } })),
  examples: {
    pass: { source: SOURCE },
    fail: { source: SOURCE, remarks: [{ tool: 'find', test: 1, kind: 'found-nothing', what: 'items' }] },
  },
});
