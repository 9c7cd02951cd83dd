// Which code spans of the section "Shared Lists" are names of lists, and which are values.
import { describe, expect, test } from 'vitest';
import { parseSelectionSections } from '../../../src/rules/about/selection-sections.js';
import { parseSharedListNames } from '../../../src/rules/find-selection-findings.js';

const read = (text: string) => parseSharedListNames(parseSelectionSections(`## Shared Lists\n\n${text}\n`));

describe('a list is named by', () => {
  test.each<[string, string, string[]]>([
    ['a point', '- `evmChains`: chains', ['evmChains']],
    ['a bold point', '1. **`evmChains`** – chains, `sol` for Solana', ['evmChains']],
    ['a cell', '| List | Use |\n|---|---|\n| `evmChains` | `sol` |', ['evmChains']],
    ['a word before it', 'Schemas MUST use the list `evmChains` and no other.', ['evmChains']],
    ['a word behind it', 'The `evmChains` shared list holds `sol`.', ['evmChains']],
    ['its file', '- `evm-chains.mjs`\n- `fiat@1.0.0`', ['evm-chains', 'fiat']],
  ])('%s', (_, text, expected) => {
    expect(read(text).map(({ name }) => name)).toEqual(expected);
  });

  test.each([
    ['a name without backticks', '- evmChains: the list of chains'],
    ['a value in a sentence', 'Write `sol` for Solana.'],
    ['a value and what it replaces', '- `sol`, never `solana`\n- `eth` instead of `ethereum`\n- `a` -> `b`'],
    ['an inner point', '- Chains\n    - `sol`'],
    ['code', '```\n- `evmChains`\n```'],
    ['what is no name', '- `https://lists.example.org`\n- `a b`'],
  ])('nothing like %s', (_, text) => {
    expect(read(text)).toEqual([]);
  });

  test('nothing outside of the section', () => {
    const text = '## Conventions\n\n- `evmChains`\n';
    expect(parseSharedListNames(parseSelectionSections(text))).toEqual([]);
  });

  test('its first line', () => {
    expect(read('- `fiat`\n- `evmChains`\n- the list `fiat`')).toEqual([
      { name: 'fiat', line: 3 },
      { name: 'evmChains', line: 4 },
    ]);
  });
});
