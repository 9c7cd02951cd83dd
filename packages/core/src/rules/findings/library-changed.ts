import { defineFinding } from '../finding.js';

const SOURCE = 'export const main = { tools: { find: { tests: [] } } }';

export const finding = defineFinding({
  id: 'library-changed',
  code: 'FND-094',
  severity: 'info',
  text: 'the tests of the tool ran with {was}; the sandbox now has {now}',
  hint: 'Facts and grades hold. "flowmcp grading run <provider> --scope all" runs the tests again.',
  areas: ['single-test'],
  why: 'What handler code does with an answer depends on its libraries, so facts name the script of each one.',
  check: ({ changedLibraries }) =>
    changedLibraries.map(({ tool, was, now }) => ({ path: ['tools', tool], args: { was, now } })),
  examples: {
    pass: { source: SOURCE },
    fail: {
      source: SOURCE,
      changedLibraries: [{ tool: 'find', was: 'ethers 6.16.0 (0123abcd)', now: 'ethers 6.17.0 (4567cdef)' }],
    },
  },
});
