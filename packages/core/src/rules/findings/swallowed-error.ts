import { defineFinding } from '../finding.js';

export const finding = defineFinding({
  id: 'swallowed-error',
  code: 'FND-023',
  severity: 'warning',
  text: 'an error is caught here and nothing is done about it',
  hint: 'Report it in the result, or let it pass to the runtime.',
  areas: ['single-test', 'tools-aggregate-schema'],
  why: 'An error that disappears looks like an empty result; what went wrong, an attack among it, is never seen (grading spec 09).',
  check: ({ code }) => code.emptyCatches.map((position) => ({ position })),
  examples: {
    pass: {
      source: `export const main = {}
export const handlers = () => ( { read: { postRequest: async ( { response, struct } ) => {
    try { response = JSON.parse( response ) } catch( error ) { struct.messages.push( error.message ) }
    return { response }
} } } )`,
    },
    fail: {
      source: `export const main = {}
export const handlers = () => ( { read: { postRequest: async ( { response } ) => {
    try { response = JSON.parse( response ) } catch { /* no matter */ }
    return { response }
} } } )`,
    },
  },
});
