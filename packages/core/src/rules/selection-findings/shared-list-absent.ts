import { defineSelectionFinding } from '../selection-finding.js';

export const finding = defineSelectionFinding({
  id: 'shared-list-absent',
  code: 'ABT-013',
  severity: 'warning',
  text: 'the About names the shared list "{list}", which the island does not have; it has {known}',
  hint: 'Correct the name, or import the list together with the schemas that use it.',
  areas: ['about-selection', 'selection-aggregate'],
  why: 'The group agrees to use its shared lists in place of what a provider says. A list that nobody has can not be used (grading spec 10).',
  check({ about, sharedLists }) {
    if (!about) return [];
    const known = sharedLists.length === 0 ? 'none' : [...sharedLists].sort().join(', ');
    return about.lists
      .filter(({ name }) => !sharedLists.includes(name))
      .map(({ name, line }) => ({
        file: about.file,
        position: { line, column: 1 },
        args: { list: name, known },
      }));
  },
  examples: {
    pass: {
      about: '## Shared Lists\n\n- `evmChains` – `sol`, never `solana`.\n- Also the list `fiat`.\n',
      sharedLists: ['evmChains', 'fiat'],
    },
    fail: { about: '## Shared Lists\n\n- `evmChain`: chains of the EVM.\n', sharedLists: ['evmChains'] },
  },
});
