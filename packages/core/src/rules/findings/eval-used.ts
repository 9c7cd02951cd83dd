import { defineFinding } from '../finding.js';
import { usesOf } from './material/places.js';

export const finding = defineFinding({
  id: 'eval-used',
  code: 'FND-042',
  severity: 'warning',
  text: 'the code makes code from text: {what}',
  hint: 'Write the code out; code that is created at run time cannot be reviewed.',
  areas: ['tools-aggregate-schema'],
  why: 'Code that is made of text while it runs can not be read beforehand, by a person or by a scanner.',
  check: (input) => usesOf(input, 'eval'),
  examples: {
    pass: {
      source: `// eval( 'x' )
export const main = { eval: 'Function( x )' }
export const handlers = () => ( { read: { postRequest: ( { response } ) => ( { response: response instanceof Function } ) } } )`,
    },
    fail: {
      source: `export const main = {}
export const handlers = () => ( { read: { postRequest: ( { response } ) => new Function( response )() } } )`,
    },
  },
});
