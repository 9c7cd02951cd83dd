import { defineFinding } from '../finding.js';
import { formattingOf } from './material/places.js';

export const finding = defineFinding({
  id: 'formatting-semicolons',
  code: 'FND-021',
  severity: 'info',
  text: '{count} of {total} statements end in a semicolon',
  hint: 'Leave the semicolons out.',
  areas: ['tools-aggregate-schema'],
  why: 'All schemas are read by the same people; one form makes a difference between two versions a difference in meaning (grading spec 09).',
  check: (input) => formattingOf(input, 'semicolons'),
  examples: {
    pass: {
      source:
        "export const main = { name: 'a;' }\nexport const handlers = () => {\n    for( let i = 0; i < 2; i++ ) {}\n}\n",
    },
    fail: { source: "export const main = { name: 'A' };\n" },
  },
});
