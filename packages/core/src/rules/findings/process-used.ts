import { defineFinding } from '../finding.js';
import { usesOf } from './material/places.js';

export const finding = defineFinding({
  id: 'process-used',
  code: 'FND-043',
  severity: 'warning',
  text: 'the code reaches into the process: {what}',
  hint: 'Name what it needs in main.requiredServerParams; the runtime passes it in.',
  areas: ['tools-aggregate-schema'],
  why: 'The process holds the environment, and with it every key on the machine, not only those the schema declares.',
  check: (input) => usesOf(input, 'process'),
  examples: {
    pass: {
      source: `export const main = { description: 'process.env of a process' }
export const handlers = () => ( { read: { postRequest: ( { response } ) => {
    const process = ( item ) => item
    return { response: process( response ), process: response.process }
} } } )`,
    },
    fail: {
      source: `export const main = {}
export const handlers = () => ( { read: { preRequest: ( { struct } ) => ( { struct, env: process.env } ) } } )`,
    },
  },
});
