// The meta that a tool without one is given.
import { describe, expect, it } from 'vitest';
import { withDefaultMeta } from '../../../src/rules/schema/meta.js';
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

describe('withDefaultMeta', () => {
  it('goes by the method and the beginning of the description, and keeps what is there', () => {
    const { tools } = withDefaultMeta(main);
    expect(tools?.read?.meta).toEqual({
      isReadOnly: true,
      isConcurrencySafe: true,
      isDestructive: false,
      searchHint: 'word '.repeat(20),
      aliases: [],
      alwaysLoad: false,
    });
    expect(tools?.write?.meta).toMatchObject({
      isReadOnly: false,
      isConcurrencySafe: false,
      isDestructive: true,
    });
    expect(tools?.kept?.meta).toBe(own);
    expect(tools?.empty?.meta).toMatchObject({ isReadOnly: true, searchHint: 'Says null.' });
    expect(main.tools?.read).not.toHaveProperty('meta');
  });

  it('gives what the gate asks for', () => {
    const codesOf = (value: SchemaMain) =>
      judgeText(`export const main = ${JSON.stringify(value)};`).filter(({ code }) =>
        code.startsWith('VAL10'),
      );
    expect(codesOf(main)).toMatchObject([
      { code: 'VAL100', args: { count: 3, total: 4 }, where: { path: 'main.tools.read' } },
    ]);
    expect(codesOf(withDefaultMeta(main))).toEqual([]);
  });
});
