import { defineFinding } from './define.js';
import { usesOf } from './material/code-uses.js';

export const finding = defineFinding({
  id: 'eval-used',
  code: 'FND-042',
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
