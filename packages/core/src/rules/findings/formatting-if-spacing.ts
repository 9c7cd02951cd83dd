import { defineFinding } from '../finding.js';
import { formattingOf } from './material/places.js';

export const finding = defineFinding({
  id: 'formatting-if-spacing',
  code: 'FND-022',
  severity: 'info',
  text: '{count} of {total} conditions have no space inside their parentheses',
  hint: 'Write `if( condition )`.',
  areas: ['tools-aggregate-schema'],
  why: 'All schemas are read by the same people; one form makes a difference between two versions a difference in meaning (grading spec 09).',
  check: (input) => formattingOf(input, 'if-spacing'),
  examples: {
    pass: {
      source:
        "export const main = { name: 'if(x)' }\nexport const handlers = ( x ) => { if( x ) { return x } }\n",
    },
    fail: { source: 'export const main = {}\nexport const handlers = ( x ) => { if (x) { return x } }\n' },
  },
});
