// Servers as programs: their offer arrives as sent, and any behaviour leads to a result or a reason.
import { describe, expect, it } from 'vitest';
import type { McpOptions } from '../../../../src/features/lint/mcp/query.js';
import { seeProcess } from '../../../../src/processes/process-tree.js';
import { ask, fixture, problemOf, processesWith, reasonFor, serverOf, wordsOf } from './asking.js';

const SHORT = { timeoutMs: 1_500 };
const PATIENCE = { timeout: 15_000 };

describe('the offer of a server', () => {
  it('arrives completely, with all pages', async () => {
    const { target, snapshot, incomplete } = serverOf(await ask(fixture('good')));
    expect(target).toMatch(/good\.mjs$/);
    expect(snapshot.serverInfo).toEqual({ name: 'fixture', version: '1.0.0' });
    expect(snapshot.protocolVersion).toBe('2025-11-25');
    expect(snapshot.tools).toMatchObject([{ name: 'get_price' }, { name: 'list_prices' }]);
    expect(snapshot.resources).toHaveLength(1);
    expect(snapshot.prompts).toHaveLength(1);
    expect(incomplete).toEqual([]);
  });

  it('arrives as sent even if a strict client would refuse it', async () => {
    const { snapshot } = serverOf(await ask(fixture('careless')));
    expect(snapshot).toEqual({
      serverInfo: null,
      protocolVersion: undefined,
      capabilities: { tools: {}, resources: {}, prompts: {} },
      tools: [
        { name: 'no_schema', description: 'Has no input schema at all.' },
        {
          name: 'wrong_type',
          description: null,
          inputSchema: { type: 'array', properties: { a: true, b: null } },
        },
        { description: 'Has no name.', inputSchema: { type: 'object', required: [1, 'ghost'] } },
        'not even an object',
      ],
      resources: [{ uri: 'x://1' }, { name: null }],
      resourceTemplates: [],
      prompts: [{ arguments: [{ name: 'a' }, null] }],
    });
  });

  it('may be null everywhere, also beside the result', async () => {
    const outcome = await ask(fixture('nulls'));
    const { snapshot } = serverOf(outcome);
    expect(snapshot.tools).toEqual([
      null,
      { name: null, description: null, inputSchema: null, annotations: null },
    ]);
    expect(snapshot).toMatchObject({ serverInfo: null, protocolVersion: null, resources: [], prompts: [] });
    // It offers no prompts: a capability that is null does not count.
    expect(serverOf(outcome).incomplete).toEqual([
      { list: 'resources', reason: 'a page of resources is null instead of a list' },
    ]);
  });

  it('arrives from a server without handshake (2026-07-28)', async () => {
    const { snapshot, incomplete } = serverOf(await ask(fixture('modern')));
    expect(snapshot).toMatchObject({
      protocolVersion: '2026-07-28',
      serverInfo: { name: 'modern', version: '3.0.0' },
      tools: [{ name: 'get_price' }],
    });
    expect(incomplete).toEqual([]);
  });

  it('arrives from a server that ends on any request before its handshake', async () => {
    expect(serverOf(await ask(fixture('leaves-early'))).snapshot.tools).toHaveLength(1);
  });

  it('arrives between noise, which is observed', async () => {
    const { snapshot } = serverOf(await ask(fixture('noisy')));
    expect(snapshot.tools).toHaveLength(1);
    const detail =
      'standard output has text that is no JSON-RPC message: "starting up …", "[1, 2", ""a text""; logs belong on standard error';
    expect(snapshot.observations).toEqual([{ code: 'stray-output', detail }]);
  });

  it('arrives after triple nested lists, which are not a message', async () => {
    expect(serverOf(await ask(fixture('nests'))).snapshot.tools).toHaveLength(1);
  });

  it('arrives between notifications and requests, of which only a limited number is answered', async () => {
    const { snapshot, incomplete } = serverOf(await ask(fixture('chatty', '50000')));
    expect(snapshot.tools).toMatchObject([{ description: '100 answers' }]);
    expect(incomplete).toEqual([]);
  });

  it('may be ten thousand tools', async () => {
    const { snapshot } = serverOf(await ask(fixture('many')));
    expect(snapshot.tools).toHaveLength(10_000);
    expect(snapshot.tools.at(-1)).toMatchObject({ name: 'tool_9999' });
  });

  it.each<[string, Partial<McpOptions>, object]>([
    [
      'nothing',
      {},
      {
        declared: {},
        ...{ 'roots/list': -32_601, 'sampling/createMessage': -32_601, 'elicitation/create': -32_601 },
      },
    ],
    [
      'roots, but names none',
      { capabilities: ['roots'] },
      {
        declared: { roots: {} },
        ...{ 'roots/list': { roots: [] }, 'sampling/createMessage': -32_601, 'elicitation/create': -32_601 },
      },
    ],
    [
      'everything, and names two folders',
      { capabilities: ['elicitation', 'sampling', 'roots'], roots: ['/quay/a b', '/ä'] },
      {
        declared: { roots: {}, sampling: {}, elicitation: {} },
        'roots/list': { roots: [{ uri: 'file:///quay/a%20b' }, { uri: 'file:///%C3%A4' }] },
        ...{ 'sampling/createMessage': -1, 'elicitation/create': { action: 'decline' } },
      },
    ],
  ])('is sent to a client that declares %s', async (_, options, answers) => {
    const { snapshot } = serverOf(await ask(fixture('asks'), options));
    const [tool] = snapshot.tools as { description: string }[];
    expect(JSON.parse(tool?.description ?? '')).toEqual({ ping: {}, ...answers });
    const declared = Object.keys((answers as { declared: object }).declared);
    expect(snapshot.clientCapabilities ?? []).toEqual(declared);
  });
});

describe('unreadable lists', () => {
  it.each([
    ['a message in a foreign form', fixture('broken-json'), /its answer to tools\/list is not JSON$/],
    [
      'cursors in a circle',
      fixture('cycles'),
      /cursor of page 3 of tools was already used for an earlier page/,
    ],
    ['a nesting without end', fixture('deep'), /is nested deeper than 100 levels/],
  ])('%s costs that list only', async (_, target, reason) => {
    const outcome = await ask(target);
    expect(reasonFor(outcome, 'tools')).toMatch(reason);
    expect(serverOf(outcome).snapshot.tools).toEqual([]);
    expect(serverOf(outcome).incomplete).toHaveLength(1);
  });

  it('more items or pages than the limit', async () => {
    const items = await ask(fixture('many'), { limits: { items: 9_999 } });
    expect(reasonFor(items, 'tools')).toBe('the list of tools is longer than 9999 items');
    const pages = await ask(fixture('many'), { limits: { pages: 19 } });
    expect(reasonFor(pages, 'tools')).toBe('the list of tools is longer than 19 pages');
    expect(serverOf(await ask(fixture('many'), { limits: { items: 10_000, pages: 20 } })).incomplete).toEqual(
      [],
    );
  });

  it('more values than the limit, also over several pages', async () => {
    const crowded = await ask(fixture('crowded'), { timeoutMs: 60_000 });
    expect(reasonFor(crowded, 'tools')).toMatch(
      /^the answer from \S.*\/crowded\.mjs to tools\/list is too large to read/,
    );
    const pages = await ask(fixture('good'), { limits: { values: 23 } });
    expect(reasonFor(pages, 'tools')).toBe('the list of tools is longer than 23 values');
    expect(serverOf(await ask(fixture('good'), { limits: { values: 24 } })).incomplete).toEqual([]);
  });

  it('an introduction that does not end', async () => {
    const found = problemOf(await ask(fixture('good'), { limits: { values: 5 } }));
    expect(found).toMatchObject({ code: 'MCP-027', args: { method: 'initialize', limit: 5 } });
  });

  it('a list without an answer, while the others arrive', async () => {
    const outcome = await ask(fixture('hangs', 'tools'), SHORT);
    expect(reasonFor(outcome, 'tools')).toMatch(/did not answer tools\/list within 1\.5 s$/);
    expect(serverOf(outcome).incomplete).toHaveLength(1);
  });

  it('answers with ids of no request', async () => {
    const outcome = await ask(fixture('wrong-ids'), SHORT);
    expect(reasonFor(outcome, 'tools')).toMatch(
      /within 1\.5 s, but sent other messages \(5\) that answer no request$/,
    );
    expect(serverOf(outcome).snapshot.tools).toEqual([]);
  });

  it('a message that is too long', async () => {
    const outcome = await ask(fixture('huge', '3'), { limits: { messageBytes: 1024 * 1024 } });
    expect(wordsOf(outcome)).toMatch(/a message of more than 1048576 bytes$/);
  });

  it('too many bytes in total', async () => {
    const outcome = await ask(fixture('chatty', '50000'), { limits: { totalBytes: 1024 * 1024 } });
    expect(wordsOf(outcome)).toMatch(/sends more than is accepted: a total of more than 1048576 bytes$/);
  });

  it('an empty output gives no report', async () => {
    const found = problemOf(await ask(fixture('hangs'), SHORT));
    expect(found.code).toBe('MCP-005');
    expect(found.message).toMatch(/did not answer tools\/list within 1\.5 s$/);
  });
});

describe('programs that are not a server', () => {
  it('one that never answers', async () => {
    const found = problemOf(await ask(fixture('silent'), SHORT));
    expect(found.code).toBe('MCP-005');
    expect(found.message).toMatch(/silent\.mjs did not answer server\/discover within 1\.5 s$/);
    // After the waiting time for an older server, the handshake is the request without an answer.
    const later = problemOf(await ask(fixture('silent'), { timeoutMs: 2_500 }));
    expect(later.message).toMatch(/did not answer initialize within 2\.5 s$/);
  });

  it('one that writes its messages behind its log level', async () => {
    const found = problemOf(await ask(fixture('prefixed'), { timeoutMs: 500 }));
    expect(found.message).toMatch(
      /did not answer server\/discover within 0\.5 s, but wrote a JSON-RPC message behind other text \("\[INFO\] \{"result":\{\},"jsonrpc":"2\.0","id":1\}"\) to standard output; logs belong on standard error$/,
    );
  });

  it.each([
    [
      'a program that is not there',
      ['no-such-program-here'],
      /could not be started: the program or the folder/,
    ],
    ['one that may not be run', [fixture('good').command[1] ?? ''], /could not be started: EACCES$/],
  ] as const)('%s', async (_, command, words) => {
    const found = problemOf(await ask({ kind: 'stdio', command: [...command], env: {} }));
    expect(found.code).toBe('MCP-010');
    expect(found.message).toMatch(words);
  });

  it('one that ends at once, with its reason', async () => {
    const script = `console.error('\\u001b[31mno key given\\u001b[0m'); process.exitCode = 4;`;
    const found = problemOf(await ask({ kind: 'stdio', command: [process.execPath, '-e', script], env: {} }));
    expect(found.code).toBe('MCP-011');
    expect(found.message).toMatch(/ended \(exit code 4\) before it answered initialize: no key given$/);
  });

  it('one that ends in the middle', async () => {
    const outcome = await ask(fixture('leaves'));
    expect(wordsOf(outcome)).toMatch(
      /ended \(exit code 3\) before it answered tools\/list: out of luck: the database is gone$/,
    );
  });

  it('a program that reads and writes something else', async () => {
    const found = problemOf(await ask({ kind: 'stdio', command: ['cat'], env: {} }, SHORT));
    expect(found.message).toMatch(/cat answered initialize with error -32601/);
  });
});

describe('the environment and leftovers of a server', () => {
  it('its variables are PATH and the named ones', async () => {
    process.env.MCP_TEST_UNNAMED = 'stays here';
    const target = { ...fixture('tells-environment'), env: { MCP_TEST_NAMED: 'goes along' } };
    const { snapshot } = serverOf(await ask(target));
    const names = (snapshot.tools as { name: string }[]).map(({ name }) => name);
    expect(names.sort()).toEqual(['FLOWMCP_CALL', 'MCP_TEST_NAMED', 'PATH']);
  });

  it('its output contains no credential', async () => {
    const key = 'kx-7731-secret-value';
    const target = fixture('tells-environment', '--api-key', key, `--token=${key}2`);
    const { snapshot, target: named } = serverOf(
      await ask({ ...target, env: { MY_API_KEY: key, ELSE: 'kx-7731-else' } }),
    );
    expect(JSON.stringify(snapshot)).toContain('MY_API_KEY is [redacted]');
    expect(JSON.stringify(snapshot)).toContain('ELSE is [redacted]');
    expect(`${named} ${JSON.stringify(snapshot)}`).not.toContain(key);
    expect(named).toMatch(/tells-environment\.mjs --api-key … --token=…$/);
  });

  it.each(['silent', 'hangs', 'forks', 'chatty', 'good'])('no process of %s remains', async (name) => {
    const mark = `mark-${name}-${process.pid}`;
    const outcome = await ask(fixture(name, ...(name === 'hangs' ? ['tools'] : ['1000']), mark), SHORT);
    // On a stalled machine, a killed process may need longer to end than the product waits for it.
    await expect.poll(() => processesWith(mark), PATIENCE).toEqual([]);
    if (name !== 'forks') return;
    const [tool] = serverOf(outcome).snapshot.tools as { description: string }[];
    const pid = Number(/\d+/.exec(tool?.description ?? '')?.[0]);
    await expect.poll(() => seeProcess(pid)?.isAlive ?? false, PATIENCE).toBe(false);
  });

  it('its 200 MB of output are not kept in memory', async () => {
    const before = process.memoryUsage().rss;
    const outcome = await ask(fixture('huge', '200'));
    expect(wordsOf(outcome)).toMatch(/a message of more than 16777216 bytes$/);
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1024 * 1024);
  });
});
