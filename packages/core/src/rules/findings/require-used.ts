import { defineFinding } from '../finding.js';
import { usesOf } from './material/places.js';

export const finding = defineFinding({
  id: 'require-used',
  code: 'FND-041',
  severity: 'warning',
  text: 'the code uses {what}',
  hint: 'Take libraries from the handler factory; require does not exist in a schema module.',
  areas: ['tools-aggregate-schema'],
  why: 'Schema modules are ES modules that get their libraries from the runtime; what require loads has passed no allowlist.',
  check: (input) => usesOf(input, 'require'),
  examples: {
    pass: {
      source: `export const main = { require: 'require(1)' }
export const handlers = () => ( { read: { postRequest: ( { require, response } ) => require( response ) } } )`,
    },
    fail: {
      source: `export const main = {}
export const handlers = () => ( { read: { preRequest: () => require( 'ethers' ) } } )`,
    },
  },
});
