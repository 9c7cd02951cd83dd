// An answer that is too large to read reveals nothing about its tool, does not affect other tools, and others stay as
// they were.

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseSendKeys } from '../../src/keys/logic/send-keys.js';
import { createHttpClient } from '../../src/net/client.js';
import type { HttpClient } from '../../src/net/logic/http.js';
import { MAX_RESPONSE_BYTES } from '../../src/net/logic/http.js';
import { type PretestInput, pretestSchema } from '../../src/pretest/run.js';
import type { HandlerRuntime } from '../../src/sandbox/logic/handlers.js';
import { DEFAULT_BOOK } from '../../src/spec/books/registered.js';
import { toolFacts } from '../../src/spec/facts.js';
import { mainWith, noLists, toolWith, user } from './logic/request/schema-fixture.js';

const TOO_LARGE = expect.stringMatching(/^answer too large to read/);
const list = (item: string, count: number) => `[${Array(count).fill(item).join()}]`;

const BODIES: Readonly<Record<string, () => string>> = {
  '/giant': () => list('{}', Math.floor(MAX_RESPONSE_BYTES / 3) - 1),
  '/large': () => list('{"name":"an item","price":1.5}', 90_000),
  '/late': () => `{"name":"${'of many letters '.repeat(30_000)}"}`,
  '/page': () => `<p>${'a, b, '.repeat(200_000)}</p>`,
  '/deep': () => `${'['.repeat(200_000)}${']'.repeat(200_000)}`,
  '/failed': () => `{"jsonrpc":"2.0","error":{"code":1,"message":"${'no '.repeat(100_000)}"}}`,
  '/small': () => '{"name":"an item"}',
};

let server: Server;
let client: HttpClient;
beforeAll(async () => {
  const made = new Map<string, string>();
  server = createServer((request, response) => {
    const [path = ''] = (request.url ?? '').split('?');
    if (!made.has(path)) made.set(path, BODIES[path]?.() ?? '');
    response.writeHead(path === '/giant' && request.url?.includes('500') ? 500 : 200).end(made.get(path));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  client = createHttpClient({
    allowHosts: ['127.0.0.1'],
    originMap: { 'https://api.example.org': `http://127.0.0.1:${port}` },
    timeoutMs: 60_000,
    maxBytes: MAX_RESPONSE_BYTES,
    ...{ concurrency: 8, perHost: 8, throttleMs: 0, retries: 0 },
  });
});
afterAll(async () => {
  await client.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

function run(paths: readonly string[], more: Partial<PretestInput> = {}, q = 'a') {
  const tool = (path: string) =>
    toolWith([user('q')], {
      path,
      tests: [
        { _description: 'asks', q },
        { _description: 'again', q: `${q}b` },
      ],
    });
  const tools = Object.fromEntries(paths.map((path) => [path.slice(1), tool(path)]));
  return pretestSchema({
    ...{ namespace: 'demo', schema: 'prices', schemaHash: '0123abcd', fileSha256: 'f'.repeat(64) },
    book: DEFAULT_BOOK,
    main: { ...mainWith(), tools },
    ...{ handlers: { kind: 'none' }, handling: null, tools: Object.keys(tools), lists: noLists, client },
    ...{ serverParams: null, missingKeys: [], sendKeys: parseSendKeys({}), envPath: '~/.flowmcp/.env' },
    ...{
      allowWrites: false,
      refused: new Map(),
      previous: null,
      now: () => new Date('2026-03-01T10:00:00Z'),
    },
    ...more,
  });
}

it('an answer of 33 MB of {} is not judged, and the other tools are', async () => {
  const { tools, records } = await run(['/giant', '/small', '/late']);
  expect(tools.giant).toMatchObject({ status: 'blocked', reason: TOO_LARGE, working: 0 });
  expect(tools.giant?.causes).toBeUndefined();
  for (const facts of Object.values(tools)) toolFacts.parse(facts);
  for (const { tool, record } of records) {
    expect(record).toMatchObject(
      tool === 'giant'
        ? { status: 'could-not-tell', httpStatus: 200, truncated: true, large: true, error: TOO_LARGE }
        : { status: 'working', error: null },
    );
  }
  const [giant] = records.filter(({ tool }) => tool === 'giant');
  expect(giant?.record.response).toMatch(/^\[\{\},\{\},/);
});

it('a status keeps its meaning, however large the answer', async () => {
  const { records } = await run(['/giant'], {}, '500');
  expect(records[0]?.record).toMatchObject({ status: 'http-error', httpStatus: 500, truncated: true });
});

it.each([
  ['/large', 'working', null],
  ['/late', 'working', null],
  ['/page', 'not-parseable', 'the answer is no JSON'],
  ['/deep', 'not-parseable', 'the answer is nested deeper than 200 levels'],
  ['/failed', 'failed-answer', expect.stringContaining('JSON-RPC error')],
])('a large answer within the limits is judged as before: %s', async (path, status, error) => {
  const { records } = await run([path]);
  expect(records[0]?.record).toMatchObject({ status, error, httpStatus: 200 });
});

it.each(['postRequest', 'executeRequest'] as const)('the same for a tool with %s', async (stage) => {
  const runtime: HandlerRuntime = {
    libraries: [],
    load: async () => ({ ok: true, value: new Map([['giant', [stage]]]) }),
    call: async () => ({ ok: false, reason: 'what it gives is too large', isTooLarge: true }),
    close: async () => undefined,
  };
  const handling = { mode: 'sandbox', open: () => runtime, newToken: () => 'tokentoken' } as const;
  const handlers = { kind: 'named', tools: ['giant'] } as const;
  const { tools, records } = await run(['/giant'], { handling, handlers });
  expect(tools.giant).toMatchObject({ status: 'blocked', reason: TOO_LARGE });
  expect(records[0]?.record).toMatchObject({ status: 'could-not-tell', error: TOO_LARGE });
});
