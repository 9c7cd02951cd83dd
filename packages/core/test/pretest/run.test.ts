// Tests run over HTTP against a local server: facts, echoed keys, the docs link, offline.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseSendKeys } from '../../src/keys/logic/send-keys.js';
import { createHttpClient } from '../../src/net/client.js';
import type { HttpClient, HttpOutcome, HttpRequest } from '../../src/net/logic/http.js';
import { type PretestInput, pretestSchema } from '../../src/pretest/run.js';
import { DEFAULT_BOOK } from '../../src/spec/books/registered.js';
import { type SchemaFacts, type TestRecord, testRecord, toolFacts } from '../../src/spec/facts.js';
import type { SchemaMain, ToolDefinition } from '../../src/spec/schema-main.js';
import { fixed, mainWith, noLists, toolWith, user } from './logic/request/schema-fixture.js';
import { type MockApi, startMockApi } from './mock-api.js';

let api: MockApi;
let client: HttpClient;
/** For paths that never answer. */
let impatient: HttpClient;
const slept: number[] = [];

function clientWith(timeoutMs: number): HttpClient {
  return createHttpClient({
    allowHosts: ['127.0.0.1'],
    originMap: { 'https://api.example.org': api.origin, 'https://docs.example.org': api.origin },
    timeoutMs,
    maxBytes: 2 * 1024 * 1024,
    concurrency: 8,
    perHost: 8,
    throttleMs: 0,
    retries: 2,
    surroundings: {
      sleep: async (ms) => {
        slept.push(ms);
      },
    },
  });
}

beforeAll(async () => {
  api = await startMockApi();
  client = clientWith(10_000);
  impatient = clientWith(200);
});
afterAll(async () => {
  await client.close();
  await impatient.close();
  await api.close();
});

const KEY = 's3cret/Key+of=the user';
const declared = {
  mimeType: 'application/json',
  schema: { type: 'object', properties: { name: { type: 'string' } } },
};

/** A tool that calls one path of the mock API three times with different values. */
function calling(path: string, more: Partial<ToolDefinition> = {}): ToolDefinition {
  const tests = ['a', 'b', 'c'].map((q) => ({ _description: `asks for ${q}`, q }));
  return toolWith([user('q')], { path, tests, output: declared, ...more });
}

function input(tools: Record<string, ToolDefinition>, more: Partial<PretestInput> = {}): PretestInput {
  const { main = mainWith(), ...rest } = more;
  return {
    namespace: 'demo',
    book: DEFAULT_BOOK,
    schema: 'prices',
    schemaHash: '0123abcd',
    fileSha256: 'f'.repeat(64),
    main: { ...main, tools },
    handlers: { kind: 'none' },
    handling: null,
    tools: Object.keys(tools),
    lists: noLists,
    client,
    serverParams: null,
    missingKeys: [],
    sendKeys: parseSendKeys({}),
    envPath: '~/.flowmcp/.env',
    allowWrites: false,
    refused: new Map(),
    previous: null,
    now: () => new Date('2026-03-01T10:00:00Z'),
    ...rest,
  };
}

const clientFor = (path: string) => (['/slow', '/silent'].includes(path) ? impatient : client);
const few = (n: number) => `fewer than 3 working tests (${n} of 3)`;

describe('each answer becomes the right fact', () => {
  const cases: [
    path: string,
    status: TestRecord['status'],
    httpStatus: number | null,
    reason: string | undefined,
  ][] = [
    ['/ok', 'working', 200, undefined],
    ['/301-ok', 'working', 200, undefined],
    ['/gzip', 'working', 200, undefined],
    ['/large', 'working', 200, undefined],
    ['/empty-list', 'empty', 200, few(0)],
    ['/empty-object', 'empty', 200, few(0)],
    ['/null', 'empty', 200, few(0)],
    ['/empty-string', 'empty', 200, few(0)],
    ['/empty-body', 'empty', 200, few(0)],
    ['/201', 'http-error', 201, few(0)],
    ['/204', 'empty', 204, few(0)],
    ['/301-self', 'http-error', 301, few(0)],
    ['/302-private', 'refused', null, few(0)],
    ['/400', 'http-error', 400, few(0)],
    ['/401', 'http-error', 401, few(0)],
    ['/403', 'http-error', 403, few(0)],
    ['/404', 'http-error', 404, few(0)],
    ['/429', 'transient', 429, few(0)],
    ['/500', 'http-error', 500, few(0)],
    ['/slow', 'unreachable', null, 'API unreachable'],
    ['/silent', 'unreachable', null, 'API unreachable'],
    ['/reset', 'unreachable', null, 'API unreachable'],
    ['/huge', 'not-parseable', 200, few(0)],
    ['/gzip-bomb', 'not-parseable', 200, few(0)],
    ['/not-json', 'not-parseable', 200, few(0)],
    ['/cut-json', 'not-parseable', 200, few(0)],
    ['/deep', 'not-parseable', 200, few(0)],
    ['/bad-gzip', 'not-parseable', null, few(0)],
    ['/wrong-json', 'working', 200, undefined],
  ];

  it.each(cases)('%s: %s %j', async (path, status, httpStatus, reason) => {
    const { tools, records } = await pretestSchema(
      input({ ask: calling(path) }, { client: clientFor(path) }),
    );
    expect(records.map(({ tool, record }) => [tool, record.test, record.status, record.httpStatus])).toEqual(
      [1, 2, 3].map((test) => ['ask', test, status, httpStatus]),
    );
    expect(tools.ask?.reason).toBe(reason);
    expect(tools.ask?.status).toBe(reason === undefined ? 'ok' : 'blocked');
    for (const { record } of records) expect(testRecord.parse(record)).toEqual(record);
    expect(toolFacts.parse(tools.ask)).toEqual(tools.ask);
  });

  it('a 429 that ends is waited for', async () => {
    slept.length = 0;
    const { records } = await pretestSchema(input({ ask: calling('/429-once') }));
    expect(records.map(({ record }) => record.status)).toEqual(['working', 'working', 'working']);
    expect(slept).toEqual([7000]);
  });

  it('the declared output is compared with the answers', async () => {
    const { tools } = await pretestSchema(
      input({
        fits: calling('/ok'),
        not: calling('/wrong-json'),
        bare: toolWith([user('q')], { path: '/ok', tests: [{ q: '1' }] }),
      }),
    );
    expect(tools.fits).toMatchObject({ outputMatches: true });
    expect(tools.not).toMatchObject({
      outputMatches: false,
      outputMismatch: 'test 1, data.name: expected string, found number',
    });
    expect(tools.bare).toMatchObject({ outputMatches: null, reason: few(1) });
  });

  it('text and images are data if they are declared', async () => {
    const text = { mimeType: 'text/plain', schema: { type: 'string' } };
    const png = { mimeType: 'image/png', schema: { type: 'string', format: 'base64' } };
    const { tools } = await pretestSchema(
      input({
        text: calling('/text', { output: text }),
        image: calling('/png', { output: png }),
        fake: calling('/not-json', { output: png }),
      }),
    );
    expect(tools.text).toMatchObject({ status: 'ok', outputMatches: true });
    expect(tools.image).toMatchObject({ status: 'ok', outputMatches: true });
    expect(tools.fake).toMatchObject({ status: 'ok', outputMatches: false });
  });

  it('only a part of large answers is kept', async () => {
    const { records } = await pretestSchema(input({ ask: calling('/large') }));
    expect(records[0]?.record).toMatchObject({ large: true, truncated: true });
    expect(JSON.stringify(records[0]?.record).length).toBeLessThan(300_000);
  });
});

describe('requests', () => {
  it('tests of a tool run in order, one after the other', async () => {
    const order: string[] = [];
    let open = 0;
    const slow: HttpClient = {
      send: async ({ url }: HttpRequest): Promise<HttpOutcome> => {
        open += 1;
        order.push(`${url.split('q=')[1]}${open}`);
        await new Promise((resolve) => setTimeout(resolve, 5));
        open -= 1;
        return { kind: 'failed', reason: 'dns', message: 'no', status: null, durationMs: 1 };
      },
      close: async () => {},
    };
    await pretestSchema(input({ ask: calling('/ok') }, { client: slow }));
    expect(order).toEqual(['a1', 'b1', 'c1']);
  });

  it('a test without its value is refused and not sent', async () => {
    const before = api.seen.length;
    const tool = toolWith([user('q')], { path: '/ok', tests: [{ _description: 'forgot it' }] });
    const { records } = await pretestSchema(input({ ask: tool }));
    expect(records[0]?.record).toMatchObject({ status: 'refused', error: expect.stringContaining('q') });
    expect(api.seen.length).toBe(before);
  });

  it('a test that breaks its own constraint is refused and not sent', async () => {
    const before = api.seen.length;
    const parameters = [user('q', 'query', 'number()', 'min(10)')];
    const tool = toolWith(parameters, { path: '/ok', tests: [{ q: 5 }, { q: 'seven' }, { q: 10 }] });
    const { records, tools } = await pretestSchema(input({ ask: tool }));
    expect(records.map(({ record }) => record.status)).toEqual(['refused', 'refused', 'working']);
    expect(tools.ask?.causes?.[0]).toBe(
      '1 × the test value of "q" is "seven"; number() min(10) does not allow that',
    );
    expect(api.seen.length).toBe(before + 1);
  });

  it('blocked tools are not called, and give the reason', async () => {
    const before = api.seen.length;
    const tools = { coded: calling('/ok'), writes: calling('/ok', { method: 'POST' }) };
    const found = await pretestSchema(input(tools, { handlers: { kind: 'named', tools: ['coded'] } }));
    expect(found.tools.coded?.reason).toBe('handler code not run');
    expect(found.tools.writes?.reason).toContain('--allow-writes');
    const keyed = mainWith({ requiredServerParams: ['A_KEY'] });
    const ask = { ask: calling('/ok') };
    expect((await pretestSchema(input(ask, { main: keyed }))).tools.ask?.reason).toBe(
      'requires API key (--with-keys)',
    );
    const without = { main: keyed, serverParams: {}, missingKeys: ['A_KEY'] };
    expect((await pretestSchema(input(ask, without))).tools.ask?.reason).toBe(
      'key A_KEY not in ~/.flowmcp/.env',
    );
    expect(found.records).toEqual([]);
    expect(api.seen.length).toBe(before);
  });
});

describe('a key that the server echoes', () => {
  const main = (headers: SchemaMain['headers'] = {}) =>
    mainWith({ requiredServerParams: ['A_KEY'], headers: { 'X-Key': '{{A_KEY}}', ...headers } });
  const withKey = { serverParams: { A_KEY: KEY } };
  const forms = [
    KEY,
    encodeURIComponent(KEY),
    Buffer.from(KEY).toString('base64').slice(0, -2),
    Buffer.from(`u:${KEY}`).toString('base64').slice(4),
    Buffer.from(KEY).toString('hex'),
    JSON.stringify(KEY).slice(1, -1),
  ];

  it('reaches the server and appears nowhere in the result', async () => {
    const tool = calling('/echo', {
      parameters: [user('q'), fixed('apikey', '{{SERVER_PARAM:A_KEY}}')],
      output: { mimeType: 'application/json', schema: { type: 'array' } },
    });
    const basic = `Basic ${Buffer.from(`u:${KEY}`).toString('base64')}`;
    const found = await pretestSchema(
      input(
        { ask: tool },
        { main: main({ Authorization: basic, 'X-Hex': Buffer.from(KEY).toString('hex') }), ...withKey },
      ),
    );
    const sent = api.seen.at(-1);
    expect(sent?.headers['x-key']).toBe(KEY);
    expect(sent?.url).toContain(encodeURIComponent(KEY));
    expect(found.records[0]?.record).toMatchObject({ status: 'working', response: { method: 'GET' } });
    const shown = JSON.stringify(found);
    for (const form of forms) expect(shown).not.toContain(form);
    expect(shown).toContain('[redacted]');
  });

  it('does not appear when the call fails either', async () => {
    const root = `https://api.example.org/reset?k={{A_KEY}}`;
    const paths = ['', '&a=1'].map((path) => calling(path, { parameters: [user('q')] }));
    const refused = { root: `http://127.0.0.1:1/{{A_KEY}}` };
    for (const one of [{ root }, refused, { root: 'https://{{A_KEY}}.example.org' }]) {
      const found = await pretestSchema(
        input(Object.fromEntries(paths.map((tool, at) => [`t${at}`, tool])), {
          main: { ...main(), ...one },
          ...withKey,
        }),
      );
      const shown = JSON.stringify(found);
      for (const form of forms) expect(shown).not.toContain(form);
      expect(found.records[0]?.record.working).toBe(false);
    }
  });

  it('the record contains no address and no header of the request', async () => {
    const { records } = await pretestSchema(input({ ask: calling('/404') }));
    const shown = JSON.stringify(records);
    expect(shown).not.toMatch(/api\.example\.org|127\.0\.0\.1|q=a|user-agent/);
  });
});

describe('the docs link', () => {
  const docs = (path: string) =>
    mainWith({ docs: [`https://docs.example.org${path}`, 'https://other.test'] });

  it.each([
    ['/ok', 'reachable'],
    ['/301-ok', 'reachable'],
    ['/404', 'not-found'],
    ['/410', 'not-found'],
    ['/500', 'unreachable'],
    ['/429', 'unreachable'],
    ['/silent', 'unreachable'],
    ['/huge', 'reachable'],
  ])('%s: %s', async (path, status) => {
    const { tools } = await pretestSchema(
      input({ ask: calling('/204') }, { main: docs(path), client: clientFor(path) }),
    );
    expect(tools.ask?.docs).toMatchObject({ url: `https://docs.example.org${path}`, status });
  });

  it('is requested once for all tools, blocked ones too, and without keys or headers', async () => {
    const before = api.seen.length;
    const main = {
      ...docs('/echo'),
      requiredServerParams: ['A_KEY'],
      headers: { 'X-Key': '{{A_KEY}}', 'X-Own': 'own' },
    };
    const { tools } = await pretestSchema(
      input(
        { a: calling('/204'), b: calling('/204') },
        { main, handlers: { kind: 'unreadable' }, serverParams: { A_KEY: KEY } },
      ),
    );
    expect([tools.a?.docs?.status, tools.b?.docs?.status]).toEqual(['reachable', 'reachable']);
    const asked = api.seen.slice(before);
    expect(asked).toHaveLength(1);
    expect(JSON.stringify(asked)).not.toMatch(/s3cret|x-own|x-key/i);
  });

  it('that contains a key by mistake is kept without it', async () => {
    const main = { ...docs(`/ok?k=${encodeURIComponent(KEY)}`), requiredServerParams: ['A_KEY'] };
    const { tools } = await pretestSchema(
      input({ a: calling('/204') }, { main, serverParams: { A_KEY: KEY } }),
    );
    expect(tools.a?.docs?.url).toBe('https://docs.example.org/ok?k=[redacted]');
  });

  it('is null if none is declared', async () => {
    const { tools } = await pretestSchema(input({ ask: calling('/204') }, { main: mainWith({ docs: [] }) }));
    expect(tools.ask?.docs).toBeNull();
  });
});

describe('offline', () => {
  const known = {
    working: 3,
    total: 3,
    bar: 3,
    status: 'ok',
    docs: null,
    outputMatches: true,
    records: ['tools/ask/tests/test-1.json'],
  } as const;
  const previous: SchemaFacts = {
    namespace: 'demo',
    schema: 'prices',
    schemaHash: '0123abcd',
    fileSha256: 'f'.repeat(64),
    checkedAt: '2026-02-01T00:00:00.000Z',
    bar: 3,
    tools: { ask: { ...known, records: [...known.records] } },
  };

  it('keeps the facts about this content and blocks the rest', async () => {
    const tools = { ask: calling('/ok'), other: calling('/ok') };
    const found = await pretestSchema(input(tools, { client: null, previous }));
    expect(found.records).toEqual([]);
    expect(found.tools.ask).toEqual(known);
    expect(found.tools.other).toMatchObject({
      status: 'blocked',
      reason: 'not tested (offline)',
      total: 3,
      docs: null,
    });
  });

  it.each([{ schemaHash: '76543210' }, { fileSha256: '0'.repeat(64) }])(
    'other content makes them void: %j',
    async (other) => {
      const found = await pretestSchema(
        input({ ask: calling('/ok') }, { client: null, previous: { ...previous, ...other } }),
      );
      expect(found.tools.ask?.reason).toBe('not tested (offline)');
    },
  );
});
