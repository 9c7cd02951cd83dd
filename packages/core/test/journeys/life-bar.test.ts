// Three working tests, or as many as there are distinct parameter sets.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EmitOptions } from '../../src/runs/options.js';
import type { SchemaFacts, ToolFacts } from '../../src/spec/facts.js';
import type { ToolDefinition } from '../../src/spec/schema-main.js';
import { grade, openImported, rebuiltThrice } from './graded-place.js';
import { type MockProvider, startMockProvider } from './mock-provider.js';
import { schemaText, toolAt, userParameter } from './provider-sources.js';

/** The number of working tests a tool needs (grading-rules §5, decision D17): one fixture per row. */

let provider: MockProvider;
beforeAll(async () => {
  provider = await startMockProvider();
});
afterAll(() => provider.close());

const parameter = (key: string, primitive: string, options: string[] = []) => ({
  ...userParameter(key),
  z: { primitive, options },
});
const tests = (...values: Record<string, unknown>[]) =>
  values.map((value, at) => ({ _description: `Run ${at + 1}`, ...value }));
/** Default: `toolAt` is read-only. */
const { meta } = toolAt('/ok');
const WRITING = meta && { meta: { ...meta, isReadOnly: false } };

interface Row {
  readonly name: string;
  readonly tool: Partial<ToolDefinition>;
  readonly path?: string;
  readonly options?: Partial<EmitOptions>;
  /** Number of requests; default: one per test. */
  readonly requests: number;
  readonly facts: Pick<ToolFacts, 'bar' | 'working' | 'total'>;
  /** Why the tool is blocked; null: it is graded. */
  readonly reason: string | null;
}

const WRITES = 'may write, not called without --allow-writes (POST, meta.isReadOnly is not true)';
const QUERIES = tests({ q: 'a' }, { q: 'b' }, { q: 'c' });
const MODE = parameter('mode', 'enum(x,y)');
const FLAG = parameter('flag', 'boolean()');

const rows: Row[] = [
  {
    name: 'parameterless, three runs: all of them count',
    tool: { parameters: [], tests: tests({}, {}, {}) },
    requests: 3,
    facts: { bar: 3, working: 3, total: 3 },
    reason: null,
  },
  {
    name: 'parameterless, two runs declared',
    tool: { parameters: [], tests: tests({}, {}) },
    requests: 2,
    facts: { bar: 3, working: 2, total: 2 },
    reason: 'fewer than 3 working tests (2 of 3)',
  },
  {
    name: 'parameterless, three runs that answer nothing',
    tool: { parameters: [], tests: tests({}, {}, {}) },
    path: '/empty',
    requests: 3,
    facts: { bar: 3, working: 0, total: 3 },
    reason: 'fewer than 3 working tests (0 of 3)',
  },
  {
    name: 'an enum of two, both values: the bar is two',
    tool: { parameters: [MODE], tests: tests({ mode: 'x' }, { mode: 'y' }) },
    requests: 2,
    facts: { bar: 2, working: 2, total: 2 },
    reason: null,
  },
  {
    name: 'an enum of two, a third test repeats the first',
    tool: { parameters: [MODE], tests: tests({ mode: 'x' }, { mode: 'y' }, { mode: 'x' }) },
    requests: 3,
    facts: { bar: 2, working: 2, total: 3 },
    reason: null,
  },
  {
    name: 'an enum of two, one value three times',
    tool: { parameters: [MODE], tests: tests({ mode: 'x' }, { mode: 'x' }, { mode: 'x' }) },
    requests: 3,
    facts: { bar: 2, working: 1, total: 3 },
    reason: 'fewer than 2 working tests (1 of 2)',
  },
  {
    name: 'an optional enum of two: leaving it out is a third set',
    tool: {
      parameters: [parameter('mode', 'enum(x,y)', ['optional()'])],
      tests: tests({ mode: 'x' }, { mode: 'y' }, {}),
    },
    requests: 3,
    facts: { bar: 3, working: 3, total: 3 },
    reason: null,
  },
  {
    name: 'a boolean alone: the bar is two',
    tool: { parameters: [FLAG], tests: tests({ flag: true }, { flag: false }) },
    requests: 2,
    facts: { bar: 2, working: 2, total: 2 },
    reason: null,
  },
  {
    name: 'boolean times enum: four sets, three are enough',
    tool: {
      parameters: [FLAG, MODE],
      tests: tests({ flag: true, mode: 'x' }, { flag: false, mode: 'x' }, { flag: true, mode: 'y' }),
    },
    requests: 3,
    facts: { bar: 3, working: 3, total: 3 },
    reason: null,
  },
  {
    name: 'boolean times enum: two of its four sets are not',
    tool: {
      parameters: [FLAG, MODE],
      tests: tests({ flag: true, mode: 'x' }, { flag: false, mode: 'y' }, { flag: true, mode: 'x' }),
    },
    requests: 3,
    facts: { bar: 3, working: 2, total: 3 },
    reason: 'fewer than 3 working tests (2 of 3)',
  },
  {
    name: 'duplicate tests where other values are possible count once',
    tool: { tests: tests({ q: 'a' }, { q: 'a' }, { q: 'b' }) },
    requests: 3,
    facts: { bar: 3, working: 2, total: 3 },
    reason: 'fewer than 3 working tests (2 of 3)',
  },
  {
    name: 'duplicates beside enough others do not matter',
    tool: { tests: tests({ q: 'a' }, { q: 'a' }, { q: 'b' }, { q: 'c' }) },
    requests: 4,
    facts: { bar: 3, working: 3, total: 4 },
    reason: null,
  },
  {
    name: 'POST that only reads is called',
    tool: { method: 'POST', tests: QUERIES },
    requests: 3,
    facts: { bar: 3, working: 3, total: 3 },
    reason: null,
  },
  {
    name: 'POST that may write is not',
    tool: { method: 'POST', tests: QUERIES, ...WRITING },
    requests: 0,
    facts: { bar: 3, working: 0, total: 3 },
    reason: WRITES,
  },
  {
    name: 'POST that may write, with --allow-writes',
    tool: { method: 'POST', tests: QUERIES, ...WRITING },
    options: { allowWrites: true },
    requests: 3,
    facts: { bar: 3, working: 3, total: 3 },
    reason: null,
  },
];

describe('the bar', () => {
  it.each(rows)('$name', async ({ tool, path = '/ok', options = {}, requests, facts, reason }) => {
    const text = schemaText({ name: 'alpha', tools: { getItems: toolAt(path, tool) } });
    await using place = await openImported(provider.origin, { demo: { 'alpha.mjs': text } });
    const seen = provider.seen.length;
    if (reason === null) await grade(place, options);
    else await place.emit('demo', options);
    expect(provider.seen.slice(seen).map(({ method }) => method)).toEqual(
      Array(requests).fill(tool.method ?? 'GET'),
    );
    const known = place.json<SchemaFacts>('providers/demo/alpha/summary.json').tools.getItems;
    expect(known).toMatchObject({ ...facts, status: reason === null ? 'ok' : 'blocked' });
    const { schemas, namespaceAggregate } = await rebuiltThrice(place);
    if (reason === null) {
      expect(schemas.alpha).toMatchObject({ status: 'stable', grade: 'B' });
      return;
    }
    const { gathered: _, ...node } = schemas.alpha?.tools.getItems ?? {};
    expect(node).toEqual({ status: 'blocked', reason: expect.stringContaining(reason) });
    expect(schemas.alpha?.status).toBe('blocked');
    expect(namespaceAggregate).toEqual({ status: 'blocked', reason: 'no testable tool' });
  });

  it('a blocked tool is repaired by another test, not by asking again', async () => {
    const withTests = (count: number) =>
      schemaText({
        name: 'alpha',
        tools: { getItems: toolAt('/ok', { tests: QUERIES.slice(0, count) }) },
      });
    await using place = await openImported(provider.origin, { demo: { 'alpha.mjs': withTests(2) } });
    await place.emit();
    place.wait();
    expect((await place.emit()).status).toBe(false);
    expect((await rebuiltThrice(place)).schemas.alpha?.tools.getItems?.status).toBe('blocked');
    await place.write('demo/alpha.mjs', withTests(3));
    await place.import();
    await grade(place);
    expect((await rebuiltThrice(place)).schemas.alpha?.status).toBe('stable');
  });
});
