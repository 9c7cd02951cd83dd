// A 200 that reports a failure, may have failed or is empty leads to its fact, reason, status and finding.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SchemaFacts, TestRecord } from '../../src/spec/facts.js';
import { openImported } from './graded-place.js';
import { type MockProvider, startMockProvider } from './mock-provider.js';
import { schemaText, toolAt } from './provider-sources.js';
import type { Workplace } from './workplace.js';

const FAILED = '3 × the answer says that it failed: ';

/** By tool: its path, the status of its records, and why it is blocked. */
const TOOLS: Record<string, [path: string, status: TestRecord['status'], cause?: string]> = {
  getHollow: ['/hollow', 'empty', '3 × no data'],
  getFailed: ['/failed', 'failed-answer', `${FAILED}it is a JSON-RPC error`],
  getProblem: ['/problem', 'failed-answer', `${FAILED}its type is application/problem+json`],
  getDoubtful: [
    '/doubtful',
    'failed-answer',
    `${FAILED}success is false; data.name: expected string, found number`,
  ],
  getGrudging: ['/grudging', 'working'],
  getNone: ['/none-found', 'working'],
};

let provider: MockProvider;
let place: Workplace & AsyncDisposable;
beforeAll(async () => {
  provider = await startMockProvider();
  const tools = Object.entries(TOOLS).map(([tool, [path]]) => [tool, toolAt(path)]);
  const text = schemaText({ name: 'alpha', tools: Object.fromEntries(tools) });
  place = await openImported(provider.origin, { demo: { 'alpha.mjs': text } });
  await place.emit();
}, 60_000);
afterAll(async () => {
  await place[Symbol.asyncDispose]();
  await provider.close();
});

const facts = () => place.json<SchemaFacts>('providers/demo/alpha/summary.json');

describe('an answer of HTTP 200', () => {
  it.each(Object.entries(TOOLS))('%s', (tool, [, status, cause]) => {
    const known = facts().tools[tool];
    expect(known).toMatchObject({ status: cause ? 'blocked' : 'ok', working: cause ? 0 : 3 });
    expect(known?.causes).toEqual(cause && [cause]);
    const records = (known?.records ?? []).map((file) =>
      place.json<TestRecord>(`providers/demo/alpha/${file}`),
    );
    expect(records.map((record) => [record.status, record.httpStatus])).toEqual(
      [1, 2, 3].map(() => [status, 200]),
    );
    const gathered = { originMap: true, allowedHost: true };
    const blocked = {
      status: 'blocked',
      gathered,
      reason: `fewer than 3 working tests (0 of 3): ${cause}`,
    };
    const pending = { status: 'pending', reason: 'not graded yet', gathered };
    expect(place.index().schemas.alpha?.tools[tool]).toEqual(cause ? blocked : pending);
  });

  it('that leaves doubt is a finding about the test, and so is one that found nothing', () => {
    const found = (facts().findings ?? []).filter(({ code }) => code.startsWith('FND-09'));
    const at = (tool: string, test: number) => `main.tools.${tool}.tests[${test}]`;
    expect(found.map(({ code, where, args }) => [code, where?.path, args])).toEqual([
      ...[0, 1, 2].map((test) => ['FND-090', at('getGrudging', test), { why: 'success is false' }]),
      ...[0, 1, 2].map((test) => ['FND-091', at('getNone', test), { lists: 'items' }]),
    ]);
  });

  it('that failed is no evidence about the declared output', () => {
    const { getFailed, getDoubtful, getGrudging } = facts().tools;
    expect([getFailed, getDoubtful, getGrudging].map((one) => one?.outputMatches)).toEqual([
      null,
      null,
      true,
    ]);
  });
});
