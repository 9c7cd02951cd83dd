// Servers on the network: JSON, event streams and the older SSE; any behaviour leads to a result or a reason.
import { once } from 'node:events';
import { createServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { McpOptions } from '../../../../src/features/lint/mcp/query.js';
import { ask, problemOf, reasonFor, serverOf, wordsOf } from './asking.js';
import { json, type Respond, speak, startHttp, TOOL } from './http-server.js';

const LOCAL = { allowHosts: ['127.0.0.1'], timeoutMs: 5_000 };
/** For slow cases on a busy machine. */
const SLOW = { timeoutMs: 60_000 };

async function askHttp(respond: Respond, options: Partial<McpOptions> = {}) {
  const server = await startHttp(respond);
  const outcome = await ask({ kind: 'http', url: server.url, headers: [] }, { ...LOCAL, ...options });
  return { outcome, ...server };
}

/** An event stream with the answer to one message. */
function events(answers: (id: number | undefined) => readonly string[]): Respond {
  return (received, response) => {
    const { message } = received;
    if (received.method !== 'POST' || message.method !== 'tools/list') return speak({})(received, response);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    return response.end(answers(message.id).join(''));
  };
}

const event = (value: unknown) => `event: message\ndata: ${JSON.stringify(value)}\n\n`;

describe('the offer of a server', () => {
  it('arrives as sent, with the agreed revision', async () => {
    const { outcome, received, connections } = await askHttp(speak({}));
    expect(serverOf(outcome)).toMatchObject({
      snapshot: {
        serverInfo: { name: 'web', version: '2.0.0' },
        protocolVersion: '2025-06-18',
        tools: [TOOL],
        resources: [],
        prompts: [{ name: 'p', description: null }],
      },
      incomplete: [],
    });
    const asked = received.map(({ message }) => message.method);
    expect(asked).toContain('tools/list');
    expect(asked).not.toContain('resources/list');
    const lists = received.filter(({ message }) => message.method?.endsWith('/list'));
    expect(lists.map(({ headers }) => headers['mcp-protocol-version'])).toEqual(['2025-06-18', '2025-06-18']);
    await expect.poll(connections).toBe(0);
  });

  it('needs no identity', async () => {
    const { outcome } = await askHttp(speak({ initialize: { capabilities: { tools: true } } }));
    expect(serverOf(outcome).snapshot).toMatchObject({ serverInfo: null, tools: [TOOL] });
  });

  it('arrives in event streams, between notifications and requests', async () => {
    const { outcome, received } = await askHttp(
      events((id) => [
        ': a comment\n\n',
        event({ jsonrpc: '2.0', method: 'notifications/message', params: {} }),
        event({ jsonrpc: '2.0', id: 'x', method: 'ping' }),
        'event: message\ndata: {broken\n\n',
        event({ jsonrpc: '2.0', id, result: { tools: [TOOL] } }),
      ]),
    );
    expect(serverOf(outcome).snapshot.tools).toEqual([TOOL]);
    const pong = received.find(({ message }) => message.method === undefined && message.id !== undefined);
    expect(pong?.message).toEqual({ jsonrpc: '2.0', id: 'x', result: {} });
  });

  it('arrives from a server without handshake, with the envelope that it requires', async () => {
    const meta = 'io.modelcontextprotocol';
    const { outcome, received } = await askHttp(
      speak({
        initialize: undefined,
        'server/discover': {
          supportedVersions: ['2026-07-28'],
          capabilities: { tools: {} },
          _meta: { [`${meta}/serverInfo`]: { name: 'modern' } },
        },
      }),
    );
    expect(serverOf(outcome).snapshot).toMatchObject({
      protocolVersion: '2026-07-28',
      serverInfo: { name: 'modern' },
      tools: [TOOL],
    });
    const [, list] = received.filter(({ method }) => method === 'POST');
    expect(list?.headers).toMatchObject({ 'mcp-method': 'tools/list', 'mcp-protocol-version': '2026-07-28' });
    expect(list?.message.params).toMatchObject({ _meta: { [`${meta}/protocolVersion`]: '2026-07-28' } });
  });

  it('may be null everywhere, also beside the result', async () => {
    const tools = [null, { name: null, description: null, inputSchema: null }];
    const results: Record<string, unknown> = {
      initialize: { serverInfo: null, protocolVersion: null, capabilities: { tools: {} }, _meta: null },
      'tools/list': { tools, nextCursor: null, _meta: null },
    };
    const { outcome } = await askHttp(({ message: { id = null, method = '' } }, response) =>
      id === null
        ? response.writeHead(202).end()
        : json(response, { jsonrpc: null, id, result: results[method] ?? null, error: null }),
    );
    expect(serverOf(outcome)).toMatchObject({ snapshot: { serverInfo: null, tools }, incomplete: [] });
  });

  it('may arrive in a batch, as allowed until 2025-03-26', async () => {
    const { outcome } = await askHttp(({ message: { id, method } }, response) => {
      if (method !== 'tools/list')
        return speak({})(
          { method: 'POST', path: '', headers: {}, message: { id, method } as object },
          response,
        );
      const note = { jsonrpc: '2.0', method: 'notifications/message' };
      return json(response, [note, { jsonrpc: '2.0', id, result: { tools: [TOOL] } }]);
    });
    expect(serverOf(outcome).snapshot.tools).toEqual([TOOL]);
  });

  it('arrives on a stream that is resumed where it ended', async () => {
    let waiting: number | undefined;
    const { outcome, received } = await askHttp((one, response) => {
      const { method, message, headers } = one;
      if (method === 'POST' && message.method === 'tools/list') {
        waiting = message.id;
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        return response.end('id: e1\nretry: 5\ndata:\n\n');
      }
      if (method !== 'GET') return speak({})(one, response);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const isLast = headers['last-event-id'] === 'e2';
      const answer = event({ jsonrpc: '2.0', id: waiting, result: { tools: [TOOL] } });
      return response.end(isLast ? answer : 'id: e2\ndata:\n\n');
    });
    expect(serverOf(outcome).snapshot.tools).toEqual([TOOL]);
    expect(received.filter(({ method }) => method === 'GET')).toHaveLength(2);
  });

  it('is read in one session, which is then ended', async () => {
    const { received } = await askHttp((one, response) => {
      if (one.message.method === 'initialize') response.setHeader('mcp-session-id', 'session-1');
      return speak({})(one, response);
    });
    const list = received.find(({ message }) => message.method === 'tools/list');
    expect(list?.headers['mcp-session-id']).toBe('session-1');
    expect(received.at(-1)).toMatchObject({ method: 'DELETE', headers: { 'mcp-session-id': 'session-1' } });
  });
});

describe('the older HTTP with SSE', () => {
  function older(answer: (message: { id?: number; method?: string }) => unknown): Respond {
    let write: (text: string) => unknown = () => undefined;
    return ({ method, path, message }, response) => {
      if (method === 'GET') {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        write = (text) => response.write(text);
        return write('event: endpoint\ndata: /messages?s=1\n\n');
      }
      if (path !== '/messages?s=1') return response.writeHead(404).end('no such path');
      response.writeHead(202).end('Accepted');
      const said = answer(message);
      return said === undefined ? response : write(typeof said === 'string' ? said : event(said));
    };
  }
  const greeting = { protocolVersion: '2024-11-05', capabilities: { tools: {} } };

  it('is the fallback', async () => {
    const { outcome, received, connections } = await askHttp(
      older(({ id, method }) =>
        id === undefined
          ? undefined
          : { jsonrpc: '2.0', id, result: method === 'initialize' ? greeting : { tools: [TOOL] } },
      ),
    );
    expect(serverOf(outcome).snapshot).toMatchObject({ protocolVersion: '2024-11-05', tools: [TOOL] });
    expect(received[0]).toMatchObject({ method: 'POST', path: '/mcp' });
    await expect.poll(connections).toBe(0);
  });

  it('may contain more values than the limit', async () => {
    const items = '1,'.repeat(1_000_000);
    const { outcome } = await askHttp(
      older(({ id, method }) => {
        if (id === undefined) return undefined;
        if (method === 'initialize') return { jsonrpc: '2.0', id, result: greeting };
        return `data: {"jsonrpc":"2.0","result":{"tools":[${items}1]},"id":${id}}\n\n`;
      }),
      SLOW,
    );
    expect(wordsOf(outcome)).toMatch(/^the answer from \S+ to tools\/list is too large to read/);
  });

  it('is not used at an address of another server', async () => {
    const other = await startHttp((_, response) => response.writeHead(202).end());
    const { outcome } = await askHttp(({ method }, response) => {
      if (method !== 'GET') return response.writeHead(405).end();
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      return response.write(`event: endpoint\ndata: ${other.url}\n\n`);
    });
    expect(problemOf(outcome).code).toBe('MCP-004');
    expect(other.received).toEqual([]);
  });

  it('may never answer', async () => {
    const { outcome } = await askHttp(
      older(() => undefined),
      { timeoutMs: 1_500 },
    );
    // Report the first way: both were tried.
    expect(problemOf(outcome).message).toMatch(/answered HTTP 404: no such path$/);
  });

  it('may end its stream', async () => {
    let end: () => unknown = () => undefined;
    const respond = older(({ id, method }) => {
      if (method === 'initialize') return { jsonrpc: '2.0', id, result: greeting };
      if (method === 'tools/list') end();
      return undefined;
    });
    const { outcome } = await askHttp((one, response) => {
      if (one.method === 'GET') end = () => response.end();
      return respond(one, response);
    });
    expect(problemOf(outcome)).toMatchObject({ code: 'MCP-012', args: { method: 'tools/list' } });
  });
});

describe('a server that does not speak MCP', () => {
  it.each<[string, Respond, string, RegExp]>([
    [
      'a web page',
      (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>'),
      'MCP-006',
      /initialize has the type text\/html; it is neither JSON nor an event stream$/,
    ],
    [
      'no JSON',
      (_, response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{'),
      'MCP-006',
      /its answer to initialize is not JSON$/,
    ],
    [
      'no message',
      (_, response) => json(response, { hello: 'world' }),
      'MCP-006',
      /is JSON, but not a JSON-RPC response$/,
    ],
    ['no object', speak({ initialize: undefined }), 'MCP-007', /with error -32601: no initialize$/],
    [
      'a missing page',
      (_, response) => response.writeHead(404).end('  nothing\n here '),
      'MCP-004',
      /HTTP 404: nothing here$/,
    ],
    ['a closed door', (_, response) => response.writeHead(401).end(), 'MCP-003', /HTTP 401/],
    ['a forbidden door', (_, response) => response.writeHead(403).end(), 'MCP-003', /HTTP 403/],
    [
      'a broken server',
      (_, response) => response.writeHead(500).end('{"error":1}'),
      'MCP-004',
      /HTTP 500: \{"error":1\}$/,
    ],
    ['a dropped connection', (_, response) => response.destroy(), 'MCP-001', /could not be reached/],
    ['silence', () => undefined, 'MCP-005', /did not answer initialize within 2\.5 s$/],
  ])('%s', async (_, respond, code, words) => {
    const found = problemOf((await askHttp(respond, { timeoutMs: 2_500 })).outcome);
    expect(found.message).toMatch(words);
    expect(found.code).toBe(code);
  });

  it('a port without a server', async () => {
    const closed = createServer().listen(0, '127.0.0.1');
    await once(closed, 'listening');
    const { port } = closed.address() as { port: number };
    closed.close();
    const found = problemOf(
      await ask({ kind: 'http', url: `http://127.0.0.1:${port}/`, headers: [] }, LOCAL),
    );
    expect(found).toMatchObject({ code: 'MCP-001' });
  });

  it('a server that does not speak HTTP', async () => {
    const other = createServer((socket) => socket.end('SSH-2.0-OpenSSH_9.9\r\n')).listen(0, '127.0.0.1');
    onTestFinished(() => void other.close());
    await once(other, 'listening');
    const { port } = other.address() as { port: number };
    const found = problemOf(
      await ask({ kind: 'http', url: `http://127.0.0.1:${port}/`, headers: [] }, LOCAL),
    );
    expect(found.code).toBe('MCP-001');
  });
});

describe('unreadable lists', () => {
  it.each<[string, Respond, RegExp]>([
    [
      'a stream without answer',
      events(() => [': nothing\n\n']),
      /closed the connection before it answered tools\/list$/,
    ],
    [
      'a stream with a broken answer',
      events(() => ['data: {"jsonrpc"\n\n']),
      /its answer to tools\/list is not JSON$/,
    ],
    [
      'another answer',
      (one, response) =>
        one.message.method === 'tools/list'
          ? json(response, { id: 999, result: {} })
          : speak({})(one, response),
      /is JSON, but not a JSON-RPC response$/,
    ],
    ['a result that is none', speak({ 'tools/list': [] }), /a page of tools is nothing instead of a list$/],
    [
      'a cursor that is none',
      speak({ 'tools/list': { tools: [], nextCursor: 7 } }),
      /cursor of page 1 of tools is a number/,
    ],
    [
      'the same page for ever',
      speak({ 'tools/list': { tools: [], nextCursor: 'a' } }),
      /cursor of page 2 of tools/,
    ],
    [
      'a refusal',
      speak({ 'tools/list': undefined }),
      /answered tools\/list with error -32601: no tools\/list$/,
    ],
  ])('%s costs that list only', async (_, respond, reason) => {
    const { outcome } = await askHttp(respond);
    expect(reasonFor(outcome, 'tools')).toMatch(reason);
    expect(serverOf(outcome).snapshot.prompts).toHaveLength(1);
  });

  it('more values than the limit, as JSON and as events, wherever the id is', async () => {
    const items = '{},'.repeat(1_000_000);
    const answer = (id: number | undefined, isFirst: boolean) => {
      const result = `"result":{"tools":[${items}{}]}`;
      return isFirst ? `{"jsonrpc":"2.0","id":${id},${result}}` : `{${result},"jsonrpc":"2.0","id":${id}}`;
    };
    for (const isFirst of [true, false]) {
      const asJson = await askHttp((one, response) => {
        if (one.message.method !== 'tools/list') return speak({})(one, response);
        response.writeHead(200, { 'content-type': 'application/json' });
        return response.end(answer(one.message.id, isFirst));
      }, SLOW);
      expect(reasonFor(asJson.outcome, 'tools')).toMatch(
        /^the answer from \S+ to tools\/list is too large to read/,
      );
      expect(serverOf(asJson.outcome).snapshot.prompts).toHaveLength(1);
      const asEvents = await askHttp(
        events((id) => [`data: ${answer(id, isFirst)}\n\n`]),
        SLOW,
      );
      expect(reasonFor(asEvents.outcome, 'tools')).toMatch(
        /^the answer from \S+ to tools\/list is too large to read/,
      );
    }
  });

  it('more than the limit, as JSON, as events, and compressed', async () => {
    const limits = { messageBytes: 1024 * 1024 };
    const much = 'x'.repeat(3 * 1024 * 1024);
    const asJson = await askHttp(speak({ 'tools/list': { tools: [much] } }), { limits });
    expect(reasonFor(asJson.outcome, 'tools')).toMatch(/a message of more than 1048576 bytes$/);
    const asEvents = await askHttp(
      events((id) => [event({ jsonrpc: '2.0', id, result: { tools: [much] } })]),
      { limits },
    );
    expect(reasonFor(asEvents.outcome, 'tools')).toMatch(/a message of more than 1048576 bytes$/);
    const bomb = gzipSync(Buffer.alloc(200 * 1024 * 1024, ' '));
    const before = process.memoryUsage().rss;
    const packed = await askHttp((one, response) => {
      if (one.message.method !== 'tools/list') return speak({})(one, response);
      return response
        .writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
        .end(bomb);
    });
    expect(reasonFor(packed.outcome, 'tools')).toMatch(/a message of more than 16777216 bytes$/);
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1024 * 1024);
  });

  it('an endless stream', async () => {
    const line = `data: {"jsonrpc":"2.0","method":"notifications/message","params":{}}\n\n`.repeat(1_000);
    const { outcome } = await askHttp(
      (one, response) => {
        if (one.message.method !== 'tools/list') return speak({})(one, response);
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        const flood = () => {
          while (!response.destroyed && response.write(line));
          if (!response.destroyed) response.once('drain', flood);
        };
        return flood();
      },
      { limits: { totalBytes: 4 * 1024 * 1024 } },
    );
    expect(wordsOf(outcome)).toMatch(/sends more than is accepted: a total of more than 4194304 bytes$/);
  });
});
