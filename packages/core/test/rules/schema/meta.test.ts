// How many tools the gate counts without a meta block.
import { expect, it } from 'vitest';
import type { SchemaMain, ToolDefinition } from '../../../src/spec/schema-main.js';
import { judgeText } from './good-schema.js';

const tool = (method: ToolDefinition['method'], description: string): ToolDefinition => ({
  method,
  path: '/',
  description,
  parameters: [],
});
const own = {
  isReadOnly: false,
  isConcurrencySafe: false,
  isDestructive: false,
  searchHint: 'own',
  aliases: ['x'],
  alwaysLoad: true,
};
const main: SchemaMain = {
  namespace: 'weather',
  name: 'Weather',
  description: 'Weather',
  version: '4.0.0',
  root: 'https://example.org',
  tools: {
    read: tool('GET', `${'word '.repeat(30)}`),
    write: tool('DELETE', 'Deletes.'),
    kept: { ...tool('POST', 'Keeps.'), meta: own },
    empty: { ...tool('GET', 'Says null.'), meta: null },
  },
};

it('null counts as no block, and the first tool without one is the place', () => {
  const found = judgeText(`export const main = ${JSON.stringify(main)};`);
  expect(found.filter(({ code }) => code.startsWith('VAL10'))).toMatchObject([
    { code: 'VAL100', args: { count: 3, total: 4 }, where: { path: 'main.tools.read' } },
  ]);
});
