import { defineFinding } from '../finding.js';
import { usesOf } from './material/places.js';

export const finding = defineFinding({
  id: 'child-process-used',
  code: 'FND-044',
  severity: 'warning',
  text: 'the code can start other programs or threads: {what}',
  hint: 'Remove it; a schema calls an API and nothing else.',
  areas: ['tools-aggregate-schema'],
  why: 'A program that is started can do whatever the user can; no API call needs one.',
  check: (input) => usesOf(input, 'child-process'),
  examples: {
    pass: {
      source: `export const main = { description: 'child_process.exec', child_process: 1 }`,
    },
    fail: {
      source: `import { exec } from 'node:child_process'
export const main = {}
export const handlers = () => ( { read: { preRequest: exec } } )`,
    },
  },
});
