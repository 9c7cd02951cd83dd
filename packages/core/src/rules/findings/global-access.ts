import { defineFinding } from '../finding.js';
import { usesOf } from './material/places.js';

export const finding = defineFinding({
  id: 'global-access',
  code: 'FND-046',
  severity: 'warning',
  text: 'the code reaches the global scope by a detour: {what}',
  hint: 'Name what is needed directly, or leave it out.',
  areas: ['tools-aggregate-schema'],
  why: 'The global object and the constructor of any function lead to everything the language has, past every check of names.',
  check: (input) => usesOf(input, 'global-access'),
  examples: {
    pass: {
      source: `export const main = { constructor: 'globalThis.x', description: 'window.open' }
export const handlers = () => ( { read: { postRequest: ( { response } ) => {
    const self = response
    return { response: self.constructor.name, plain: response.constructor === Object, web: typeof window }
} } } )`,
    },
    fail: {
      source: `export const main = {}
export const handlers = () => ( { read: { postRequest: ( { response } ) => [].filter[ 'con' + 'structor' ]( response )() } } )`,
    },
  },
});
