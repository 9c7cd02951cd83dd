// Each kind of answer of an API leads to its fact, reason and status.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SchemaFacts, TestRecord } from '../../src/spec/facts.js';
import type { ToolDefinition } from '../../src/spec/schema-main.js';
import { contentOf, pathsOf } from './island-tree.js';
import { type MockProvider, startMockProvider } from './mock-provider.js';
import { schemaText, toolAt, userParameter } from './provider-sources.js';
import { openWorkplace, type Workplace } from './workplace.js';

/** Three schemas with six tools each, one for each way an API can answer. */
const ANSWERS: Record<
  string,
  Record<
    string,
    [path: string, status: TestRecord['status'], http: number | null, reason?: string, cause?: string]
  >
> = {
  alpha: {
    getGood: ['/ok', 'working', 200],
    getMoved: ['/moved', 'working', 200],
    getLoop: ['/loop', 'http-error', 301, 'fewer than 3 working tests (0 of 3)', '3 × HTTP 301'],
    getEmpty: ['/empty', 'empty', 200, 'fewer than 3 working tests (0 of 3)', '3 × no data'],
    getNothing: ['/204', 'empty', 204, 'fewer than 3 working tests (0 of 3)', '3 × no data'],
    getWrong: ['/wrong', 'working', 200],
  },
  beta: {
    getBad: ['/400', 'http-error', 400, 'fewer than 3 working tests (0 of 3)', '3 × HTTP 400'],
    getUnknown: ['/401', 'http-error', 401, 'fewer than 3 working tests (0 of 3)', '3 × HTTP 401'],
    getForbidden: ['/403', 'http-error', 403, 'fewer than 3 working tests (0 of 3)', '3 × HTTP 403'],
    getMissing: ['/404', 'http-error', 404, 'fewer than 3 working tests (0 of 3)', '3 × HTTP 404'],
    getLimited: ['/429', 'transient', 429, 'fewer than 3 working tests (0 of 3)', '3 × HTTP 429'],
    getBroken: ['/500', 'http-error', 500, 'fewer than 3 working tests (0 of 3)', '3 × HTTP 500'],
  },
  gamma: {
    getSlow: ['/slow', 'unreachable', null, 'API unreachable'],
    getHuge: [
      '/huge',
      'not-parseable',
      200,
      'fewer than 3 working tests (0 of 3)',
      '3 × the answer is longer than the',
    ],
    getPage: [
      '/html',
      'not-parseable',
      200,
      'fewer than 3 working tests (0 of 3)',
      '3 × the answer is no JSON',
    ],
    getCut: [
      '/cut',
      'not-parseable',
      200,
      'fewer than 3 working tests (0 of 3)',
      '3 × the answer is no JSON',
    ],
    getPatient: ['/429-once', 'working', 200],
    getAgain: ['/ok', 'working', 200],
  },
};

const CASES = Object.entries(ANSWERS).flatMap(([schema, tools]) =>
  Object.entries(tools).map(([tool, [path, status, http, reason, cause]]) => ({
    schema,
    tool,
    path,
    status,
    http,
    reason,
    /** The reason in the index and in the list of blocked nodes. */
    shown: expect.stringContaining(cause ? `${reason}: ${cause}` : (reason ?? '')),
  })),
);

/** The values are in the schema's text; the addresses, lines and bodies built from them occur in requests only. */
const posted: Partial<ToolDefinition> = {
  method: 'POST',
  parameters: [userParameter('q', 'insert'), userParameter('page'), userParameter('note', 'body')],
  tests: ['one', 'two', 'three'].map((q) => ({ _description: q, q, page: `p ${q}`, note: `n ${q}` })),
};

let provider: MockProvider;
let place: Workplace & AsyncDisposable;
let emitted: Awaited<ReturnType<Workplace['emit']>>;

beforeAll(async () => {
  provider = await startMockProvider();
  const files = Object.entries(ANSWERS).map(([schema, tools]) => [
    `${schema}.mjs`,
    schemaText({
      name: schema,
      tools: Object.fromEntries(
        Object.entries(tools).map(([tool, [path]]) => [
          tool,
          path === '/wrong' ? toolAt('/wrong/of/{{q}}', posted) : toolAt(path),
        ]),
      ),
    }),
  ]);
  place = await openWorkplace({ demo: Object.fromEntries(files) });
  place.origin = provider.origin;
  await place.import();
  place.wait();
  emitted = await place.emit('demo', { timeoutMs: 4000, concurrency: 16 });
}, 60_000);
afterAll(async () => {
  await place[Symbol.asyncDispose]();
  await provider.close();
});

const result = () => emitted.results[0];

describe('3 schemas with 6 tools each: each answer leads to its fact, reason and status', () => {
  it.each(CASES)('$path → $status', ({ schema, tool, status, http, reason, shown }) => {
    const facts = place.json<SchemaFacts>(`providers/demo/${schema}/summary.json`).tools[tool];
    expect(facts).toMatchObject({ status: reason ? 'blocked' : 'ok', total: 3, bar: 3 });
    expect(facts?.reason).toBe(reason);
    const records = (facts?.records ?? []).map((file) =>
      place.json<TestRecord>(`providers/demo/${schema}/${file}`),
    );
    expect(records.map((record) => [record.test, record.status, record.httpStatus])).toEqual(
      [1, 2, 3].map((test) => [test, status, http]),
    );
    const { gathered, ...node } = place.index().schemas[schema]?.tools[tool] ?? {};
    expect(gathered).toEqual({ originMap: true, allowedHost: true });
    expect(node).toEqual(
      reason ? { status: 'blocked', reason: shown } : { status: 'pending', reason: 'not graded yet' },
    );
    expect(result()?.pretests).toContainEqual({
      schema,
      tool,
      working: reason ? 0 : 3,
      total: 3,
      bar: 3,
      status: reason ? 'blocked' : 'ok',
      ...(reason && { reason }),
    });
  });

  it('working tools are asked about, others are blocked with their node', () => {
    const works = CASES.filter(({ reason }) => !reason).map(({ schema, tool }) => `${schema}.${tool}`);
    const asked = place.prompts().prompts.filter(({ area }) => area === 'single-test');
    expect(asked.map(({ subject }) => subject)).toEqual(works);
    const blocked = CASES.filter(({ reason }) => reason);
    expect(result()?.blocked).toEqual(
      [
        { node: 'schemas.beta.toolsAggregate', reason: 'no testable tool' },
        ...blocked.map(({ schema, tool, shown }) => ({
          node: `schemas.${schema}.tools.${tool}`,
          reason: shown,
        })),
      ].sort((a, b) => nodeOrder(a.node) - nodeOrder(b.node)),
    );
    expect(place.index().status).toBe('blocked');
  });

  it('areas above a blocked schema wait, the others do not', () => {
    const above = place.prompts().prompts.filter(({ area }) => area !== 'single-test');
    expect(above.map(({ id }) => id)).toEqual([
      'tools-aggregate-schema/alpha',
      'tools-aggregate-schema/gamma',
      'tools-aggregate-namespace/demo',
      'namespace-description/demo',
    ]);
  });

  it('code answers about a declared output that does not fit', () => {
    const asked = place.state().subjects.find(({ subject }) => subject === 'alpha.getWrong');
    expect(asked?.deterministic.map(({ questionId, score }) => [questionId, score])).toEqual([
      ['Q-single-test-01', 'n/a'],
      ['Q-single-test-02', 'fail'],
      ['Q-single-test-03', 'n/a'],
    ]);
    expect(asked?.deterministic[1]?.reasoning).toContain('data.name: expected string, found number');
  });

  it('a 429 is retried as often as allowed, and waited for', () => {
    const hits = (path: string) => provider.seen.filter(({ url }) => url.startsWith(`${path}?`)).length;
    expect(hits('/429')).toBe(12);
    expect(hits('/429-once')).toBe(4);
    expect(hits('/404')).toBe(3);
  });
});

function nodeOrder(node: string): number {
  const order = Object.entries(place.index().schemas).flatMap(([schema, { tools }]) => [
    `schemas.${schema}.toolsAggregate`,
    ...Object.keys(tools).map((tool) => `schemas.${schema}.tools.${tool}`),
  ]);
  return order.indexOf(node);
}

describe('the request', () => {
  it('was built from the values', () => {
    const wrong = provider.seen.filter(({ url }) => url.startsWith('/wrong/of/'));
    expect(wrong.map(({ method, url, body }) => `${method} ${url} ${body}`).sort()).toEqual(
      ['one', 'three', 'two'].map((q) => `POST /wrong/of/${q}?page=p%20${q} {"note":"n ${q}"}`),
    );
  });

  it('appears nowhere on disk and nowhere in the result', () => {
    const all = JSON.stringify([contentOf(place.tree()), emitted]);
    const marks = [
      provider.origin,
      provider.origin.replace('http://', ''),
      'wrong/of/one',
      'page=p',
      'p%20one',
      '/ok?q=',
      '{\\"note\\":\\"n one\\"}',
      String(provider.seen[0]?.headers['user-agent']),
    ];
    expect(marks.filter((mark) => all.includes(mark))).toEqual([]);
    expect(pathsOf(place.tree(), '/tests/test-')).toHaveLength(54);
  });
});
