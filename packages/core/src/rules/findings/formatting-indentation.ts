import { defineFinding } from '../finding.js';
import { formattingOf } from './material/places.js';

export const finding = defineFinding({
  id: 'formatting-indentation',
  code: 'FND-020',
  severity: 'info',
  text: '{count} of {total} indented lines are not indented by steps of four spaces',
  hint: 'Indent by four spaces; no tabs.',
  areas: ['tools-aggregate-schema'],
  why: 'All schemas are read by the same people; one form makes a difference between two versions a difference in meaning (grading spec 09).',
  check: (input) => formattingOf(input, 'indentation'),
  examples: {
    pass: { source: "export const main = {\n    name: 'A',\n    text: `\n  as it is`\n}\n" },
    fail: { source: "export const main = {\n  name: 'A'\n}\n" },
  },
});
