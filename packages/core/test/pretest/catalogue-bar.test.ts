// The bars of two specifications over the public catalogue, if FLOWMCP_CATALOGUE names its folder of schemas.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { countDistinct, shapeOfTool } from '../../src/pretest/logic/judge-tool.js';
import { parseModule } from '../../src/sources/parse-module.js';
import { DEFAULT_BOOK } from '../../src/spec/books/registered.js';
import type { SchemaMain } from '../../src/spec/schema-main.js';
import { LATER_BOOK } from '../spec/books/registered-layers.js';
import { noLists } from './logic/request/schema-fixture.js';

const ROOT = process.env.FLOWMCP_CATALOGUE;

interface Tool {
  readonly namespace: string;
  readonly schema: string;
  /** Bars that its declared tests meet. */
  readonly meets: { readonly before: boolean; readonly after: boolean };
}

/** The tools of all schemas that are data alone; lists are left open, so that their values count as many. */
function listTools(root: string): Tool[] {
  const after = LATER_BOOK.spec;
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.mjs'),
  );
  return files.flatMap((path) => {
    const { value } = parseModule(readFileSync(join(root, path), 'utf8'), { exports: ['main', 'schema'] });
    const { tools = {} } = (value ?? {}) as Partial<SchemaMain>;
    return Object.values(tools).map((tool) => {
      const shape = shapeOfTool(tool, noLists);
      const declared = countDistinct(tool, tool.tests ?? []);
      const isMet = (bar: number) => declared >= bar;
      const meets = { before: isMet(DEFAULT_BOOK.spec.bar(shape)), after: isMet(after.bar(shape)) };
      return { namespace: path.split('/').slice(0, -1).join('/'), schema: path, meets };
    });
  });
}

/** Number of groups whose tools all meet the bar. */
function countGreen(tools: readonly Tool[], by: 'namespace' | 'schema', bar: keyof Tool['meets']): number {
  const all = new Set(tools.map((tool) => tool[by]));
  const red = new Set(tools.filter(({ meets }) => !meets[bar]).map((tool) => tool[by]));
  return all.size - red.size;
}

describe.runIf(ROOT !== undefined)('the public catalogue', () => {
  it('has more tools, schemas and namespaces with enough declared tests, and none with fewer', () => {
    const tools = listTools(ROOT ?? '');
    const count = (bar: keyof Tool['meets']) => ({
      tools: tools.filter(({ meets }) => meets[bar]).length,
      schemas: countGreen(tools, 'schema', bar),
      namespaces: countGreen(tools, 'namespace', bar),
    });
    expect({ tools: tools.length, before: count('before'), after: count('after') }).toEqual({
      tools: 1572,
      before: { tools: 468, schemas: 98, namespaces: 73 },
      after: { tools: 1192, schemas: 237, namespaces: 194 },
    });
    expect(tools.filter(({ meets }) => meets.before && !meets.after)).toEqual([]);
  });
});
