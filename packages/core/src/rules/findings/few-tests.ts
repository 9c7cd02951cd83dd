import { defineFinding } from '../finding.js';

const SOURCE = "export const main = { tools: { find: { tests: [{ _description: 'one' }] } } }";

export const finding = defineFinding({
  id: 'few-tests',
  code: 'FND-092',
  severity: 'info',
  text: 'the tool has {working} working tests with different values; {target} are recommended',
  hint: 'Add tests with other values. More of them say more about the data, and change no grade.',
  areas: ['single-test'],
  why: 'The grading specification 3.0.3 asks for two working tests of a tool with a required parameter and recommends three: with three, one can look for patterns in the data.',
  check: ({ targets }) =>
    targets
      .filter(({ working, target }) => working < target)
      .map(({ tool, working, target }) => ({ path: ['tools', tool, 'tests'], args: { working, target } })),
  examples: {
    pass: { source: SOURCE, targets: [{ tool: 'find', working: 3, target: 3 }] },
    fail: { source: SOURCE, targets: [{ tool: 'find', working: 2, target: 3 }] },
  },
});
