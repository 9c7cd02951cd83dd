import { defineFinding } from '../finding.js';
import { usesOf } from './material/places.js';

export const finding = defineFinding({
  id: 'fs-used',
  code: 'FND-045',
  severity: 'warning',
  text: 'the code uses the file system: {what}',
  hint: 'Remove it; data that belongs to the schema is a resource or a shared list.',
  areas: ['tools-aggregate-schema'],
  why: 'A schema describes an API. Reading files takes data from the machine it runs on, writing leaves something there.',
  check: (input) => usesOf(input, 'fs'),
  examples: {
    pass: {
      source: `export const main = { root: 'https://api.example.org/gbfs.json', description: 'fs.readFile' }
export const handlers = () => ( { read: { postRequest: ( { response: { fs } } ) => ( { response: fs.size } ) } } )`,
    },
    fail: {
      source: `export const main = {}
export const handlers = () => ( { read: { preRequest: async () => ( await import( 'fs' + '/promises' ) ).readFile( 'x' ) } } )`,
    },
  },
});
