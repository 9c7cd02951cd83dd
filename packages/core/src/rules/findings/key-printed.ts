import { defineFinding } from '../finding.js';
import { createKeyTest } from './material/declared.js';

/**
 * A call prints a key if a value it shows is (a) the prepared request or a part of it that holds keys, reached from the
 * arguments of a handler: `struct`, `payload`, their url, headers and body, and `serverParams`; or (b) a variable or
 * member named like a declared key or a credential (`apiKey`). Values are followed through names, strings, objects and
 * JSON.stringify; the length of a key, a test of it or a slice of it shows no key.
 */
export const finding = defineFinding({
  id: 'key-printed',
  code: 'FND-030',
  severity: 'error',
  text: '{call} prints {what}, which holds a key',
  hint: 'Remove the output; a log is read by more people than a key is meant for.',
  areas: ['single-test', 'tools-aggregate-schema'],
  why: 'What is printed ends up in logs, which are kept longer and read by more people than a key is given to (grading spec 09).',
  check({ code, main }) {
    const isKey = createKeyTest(main);
    return code.prints.flatMap(({ call, carriers, names, at }) => {
      const what = carriers[0] ?? names.find(isKey);
      return what === undefined ? [] : [{ position: at, args: { call, what } }];
    });
  },
  examples: {
    pass: {
      source: `export const main = { requiredServerParams: [ 'EXAMPLE_KEY' ] }
export const handlers = () => ( { read: { preRequest: async ( { struct, payload } ) => {
    const apiKey = payload.serverParams.EXAMPLE_KEY
    console.log( 'EXAMPLE_KEY', apiKey ? 'there' : 'missing', apiKey.length, payload.userParams.city )
    return { struct, payload }
} } } )`,
    },
    fail: {
      source: `export const main = { requiredServerParams: [ 'EXAMPLE_KEY' ] }
export const handlers = () => ( { read: { preRequest: async ( { struct, payload } ) => {
    const { url } = struct
    console.log( \`calls \${ url }\` )
    return { struct, payload }
} } } )`,
    },
  },
});
