import { defineFinding } from '../finding.js';

export const finding = defineFinding({
  id: 'import-present',
  code: 'FND-040',
  severity: 'warning',
  text: 'the module loads {name} ({source}, by {form})',
  hint: 'Declare libraries in main.requiredLibraries and take them from the handler factory; schema modules import nothing.',
  areas: ['tools-aggregate-schema'],
  why: 'Every module that is loaded is part of what has to be trusted, so each one is listed with its name and where it comes from (grading spec 09).',
  check: ({ code }) =>
    code.imports.map(({ form, specifier, source, at }) => ({
      position: at,
      // The specifier as written, so that the message shows its version, if it has one.
      args: { form, source, name: specifier ?? 'a module whose name is computed' },
    })),
  examples: {
    pass: {
      source: `export const main = { description: 'import x from "x"', requiredLibraries: [ 'ethers' ] }
export const handlers = ( { libraries } ) => ( { read: { preRequest: libraries.ethers.import } } )`,
    },
    fail: { source: "import { ethers } from 'ethers'\nexport const main = {}\n" },
  },
});
