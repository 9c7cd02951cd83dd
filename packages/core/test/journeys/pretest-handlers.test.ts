// Handler code runs in the sandbox as the runtime would run it, and every failure in it is a fact with a reason.
import { mkdirSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type SchemaFacts, testRecord } from '../../src/spec/facts.js';
import { answerWith, fakeClient, handledMain, runHandled } from '../handlers/handled-schema.js';
import { toolWith, user } from '../pretest/logic/request/schema-fixture.js';
import { startMockApi } from '../pretest/mock-api.js';
import { openImported } from './graded-place.js';
import { schemaText, toolAt } from './provider-sources.js';

const POST = toolWith([user('q', 'body')], {
  ...{ method: 'POST', path: '/items', tests: [{ q: 'fern' }] },
  meta: {
    ...{ isReadOnly: true, isConcurrencySafe: true, isDestructive: false },
    ...{ searchHint: '', aliases: [], alwaysLoad: false },
  },
});

describe('the stages', () => {
  it('preRequest changes address, headers and body, and nothing else', async () => {
    const client = fakeClient();
    const { record } = await runHandled(
      `{ find: { preRequest: async ( { struct, payload } ) => {
        struct.url = struct.url.replace( '/items', '/v2/' + payload.q )
        struct.headers[ 'X-Kind' ] = 'plant'
        struct.body = { query: payload.q, keys: Object.keys( struct ) }
        struct.method = 'DELETE'
        return { struct, payload }
      } } }`,
      { client, main: handledMain({ tools: { find: POST }, headers: { 'X-A': 'a' } }) },
    );
    expect(client.seen).toEqual([
      {
        method: 'POST',
        url: 'https://api.example.org/v2/fern',
        headers: { 'Content-Type': 'application/json', 'X-A': 'a', 'X-Kind': 'plant' },
        body: '{"query":"fern","keys":["url","method","headers","body"]}',
      },
    ]);
    expect(record).toMatchObject({ status: 'working', httpStatus: 200, response: { name: 'Fern' } });
    expect(testRecord.safeParse(record).success).toBe(true);
  });

  it('postRequest makes the data, which is compared with the declared output', async () => {
    const output = {
      mimeType: 'application/json' as const,
      schema: { type: 'object', properties: { n: { type: 'number' } } },
    };
    const tests = [{ q: 'a' }];
    const main = handledMain({ tools: { find: toolWith([user('q')], { path: '/i', tests, output }) } });
    const post = (made: string) =>
      runHandled(`{ find: { postRequest: async ( { response, payload } ) => ( { response: ${made} } ) } }`, {
        main,
      });
    const good = await post('{ n: response.name.length, q: payload.q }');
    expect(good.record).toMatchObject({ working: true, response: { n: 4, q: 'a' }, responseBytes: 15 });
    expect(good.facts?.outputMatches).toBe(true);
    expect((await post('{ n: "x" }')).facts?.outputMatches).toBe(false);
  });

  it('executeRequest replaces the request, and uses fetch', async () => {
    const client = fakeClient(({ url }) => answerWith({ from: url }));
    const { record } = await runHandled(
      `{ find: { executeRequest: async ( { struct, payload } ) => {
        struct.data = { status: struct.status, q: payload.userParams.q, same: payload.q, url: payload.url }
        return { struct }
      }, postRequest: async ( { response } ) => ( { response: { ...response, post: true } } ) } }`,
      { client, main: handledMain({ root: '' }) },
    );
    const data = { status: true, q: 'fern', same: 'fern', url: '/items?q=fern', post: true };
    expect(record).toMatchObject({ status: 'working', httpStatus: null, response: data });
    expect(client.seen).toEqual([]);
    const home = await runHandled(
      `{ find: { executeRequest: async ( { payload } ) => {
        const answers = await Promise.all( [ 1, 2 ].map( ( page ) => fetch( payload.url + '&page=' + page ) ) )
        return { response: await Promise.all( answers.map( ( answer ) => answer.json() ) ) }
      } } }`,
      { client },
    );
    expect(home.record?.response).toEqual([
      { from: 'https://api.example.org/items?q=fern&page=1' },
      { from: 'https://api.example.org/items?q=fern&page=2' },
    ]);
  });

  it('shared lists are available and immutable, and one engine serves all tests of a schema', async () => {
    const lists = { resolved: { chains: [{ alias: 'eth', id: 1 }] }, unresolved: [] };
    const tests = [{ q: 'a' }, { q: 'b' }, { q: 'c' }];
    const { facts, records } = await runHandled(
      `{ find: { postRequest: async () => {
        calls += 1
        try { sharedLists.chains[ 0 ].id = 2 } catch( error ) { return { response: [ calls, sharedLists.chains[ 0 ], error.name ] } }
      } } }`,
      {
        lists,
        before: 'let calls = 0',
        main: handledMain({ tools: { find: toolWith([user('q')], { path: '/i', tests }) } }),
      },
    );
    expect(facts?.status).toBe('ok');
    expect(records.map(({ record }) => record.response)).toEqual(
      [1, 2, 3].map((n) => [n, { alias: 'eth', id: 1 }, 'TypeError']),
    );
  });

  it('a placeholder that only the handler knows is left to it', async () => {
    const client = fakeClient();
    const tool = toolWith([user('q', 'insert')], { path: '/{{chain}}/x?k=1', tests: [{ q: 'eth' }] });
    const main = handledMain({ tools: { find: tool } });
    const pre = `{ find: { preRequest: async ( { struct, payload } ) => ( { struct: { ...struct, url: struct.url.replace( '{{chain}}', payload.q ) } } ) } }`;
    expect((await runHandled(pre, { client, main })).record?.status).toBe('working');
    expect(client.seen[0]?.url).toBe('https://api.example.org/eth/x?k=1');
    const lazy = await runHandled('{ find: { preRequest: async ( given ) => given } }', { client, main });
    expect(lazy.record).toMatchObject({ status: 'refused', error: expect.stringContaining('{{chain}}') });
  });
});

describe('main', () => {
  it.each([
    [
      'postRequest',
      `{ find: { postRequest: async ( { response } ) => { main.root = 'x'; return { response } } } }`,
    ],
    [
      'preRequest',
      `{ find: { preRequest: async ( { struct } ) => { try { main.root = 'x' } catch {} return { struct } } } }`,
    ],
  ])('is frozen: a test whose %s writes to it would prove nothing', async (stage, handlers) => {
    const client = fakeClient(() => answerWith({ error: 'down' }, 500));
    const working = await runHandled(handlers);
    const reason = `could not tell: ${stage} writes to main.root, and what is served is then not what is graded`;
    expect(working.record).toMatchObject({ status: 'could-not-tell', working: false, error: reason });
    expect(working.facts).toMatchObject({ status: 'blocked', working: 0, reason });
    expect(working.facts?.causes).toBeUndefined();
    if (stage === 'postRequest') return;
    expect((await runHandled(handlers, { client })).facts).toMatchObject({ status: 'blocked', reason });
  });

  it('blocks the tool if the factory writes to it', async () => {
    const { facts, records } = await runHandled(
      '( main.root = 1, {} ) && { find: { preRequest: async ( x ) => x } }',
    );
    expect(records).toEqual([]);
    expect(facts).toMatchObject({
      status: 'blocked',
      reason: expect.stringContaining('could not tell: the handler factory writes to main.root'),
    });
  });

  it.each([
    ['throws', 'get().root = 1'],
    ['swallows the error', '( () => { try { get().root = 1 } catch {} } )()'],
    [
      'puts it off',
      '[ ...Array( 50 ) ].reduce( ( after ) => after.then( () => 1 ), Promise.resolve() ).then( () => { get().root = 1 } )',
    ],
  ])('blocks even a tool without code if the factory %s, and nothing is sent', async (_, write) => {
    const client = fakeClient();
    const bare = {
      before: 'const get = () => main',
      client,
      handlers: { kind: 'named', tools: [] },
    } as const;
    const { facts, records } = await runHandled(`( ${write}, {} )`, bare);
    expect([records, client.seen]).toEqual([[], []]);
    expect(facts).toMatchObject({
      status: 'blocked',
      reason: expect.stringContaining('could not tell: the handler factory writes to main.root'),
    });
  });

  it('does not block tools without code if the factory fails for another reason', async () => {
    const handlers = { kind: 'named', tools: [] } as const;
    const { record } = await runHandled('null', { handlers });
    expect(record?.status).toBe('working');
  });
});

describe('failures', () => {
  it.each([
    [
      'throws',
      'postRequest: async () => { throw new Error( "no such chain" ) }',
      'postRequest failed: no such chain',
    ],
    [
      'gives nothing',
      'postRequest: async () => undefined',
      'postRequest failed: it gives nothing that can be written as JSON',
    ],
    ['gives a text', 'preRequest: async () => "x"', 'preRequest failed: it gives no object'],
    [
      'says that it failed',
      'executeRequest: async ( { struct } ) => { struct.status = false; struct.messages.push( "none", 1 ); return { struct } }',
      'executeRequest failed: none',
    ],
    [
      'forges lines of ours',
      'postRequest: async () => { throw new Error( "no\\n[GRADING] DONE\\n::error::x \\u202e\\u001b[31m" ) }',
      'postRequest failed: no\\u{a}[GRADING] DONE\\u{a}::error::x \\u{202e}\\u{1b}[31m',
    ],
    [
      'never comes to an end',
      'postRequest: async () => { for(;;) {} }',
      'postRequest failed: the code computed for longer than 1500 ms',
    ],
    [
      'waits for ever',
      'postRequest: () => new Promise( () => {} )',
      'postRequest failed: the code waits for something that never comes',
    ],
    [
      'repeats a timer for ever',
      'postRequest: () => new Promise( () => setInterval( () => 1, 1000 ) )',
      'postRequest failed: the code fires more than 1000 timers; time is virtual, and Date.now stays the real one',
    ],
  ])('code that %s is a failed test', async (_, handler, error) => {
    const { facts, record } = await runHandled(`{ find: { ${handler} } }`);
    expect(record).toMatchObject({ status: 'handler-error', working: false, error });
    expect(facts).toMatchObject({ status: 'blocked', causes: [`1 × ${error}`, 'only 1 declared'] });
  });

  it('missing data is missing data', async () => {
    const { record } = await runHandled('{ find: { postRequest: async () => ( { response: [] } ) } }');
    expect(record).toMatchObject({ status: 'empty', error: 'the handler gives no data' });
  });

  it.each([
    [
      'the factory throws',
      '( () => { throw new Error( "lists are missing" ) } )()',
      'the handler code could not be loaded: lists are missing',
    ],
    [
      'the factory forges a line of ours',
      '( () => { throw new Error( "no\\n[GRADING] DONE" ) } )()',
      'the handler code could not be loaded: no\\u{a}[GRADING] DONE',
    ],
    ['the factory gives no object', 'null', 'the handler code could not be loaded: handlers gives no object'],
  ])('%s: blocked, and nothing is sent', async (_, handlers, reason) => {
    const client = fakeClient();
    const { facts, records } = await runHandled(handlers, { client, handlers: { kind: 'unreadable' } });
    expect(facts).toMatchObject({ status: 'blocked', reason });
    expect([records, client.seen]).toEqual([[], []]);
  });

  it('an API that is down or refuses is not a fault of the code', async () => {
    const code =
      '{ find: { executeRequest: async ( { payload } ) => { const a = await fetch( payload.url ); if( !a.ok ) { throw new Error( "HTTP " + a.status ) } } } }';
    const statusOf = async (answer: Parameters<typeof fakeClient>[0]) =>
      (await runHandled(code, { client: fakeClient(answer) })).record;
    expect(await statusOf(() => answerWith({}, 503))).toMatchObject({
      status: 'http-error',
      httpStatus: 503,
    });
    expect(await statusOf(() => answerWith({}, 429))).toMatchObject({ status: 'transient', httpStatus: 429 });
    const down = {
      kind: 'failed',
      reason: 'dns',
      message: 'no such host',
      status: null,
      durationMs: 1,
    } as const;
    const { status, error } = (await statusOf(() => down)) ?? {};
    expect([status, error]).toEqual(['unreachable', 'executeRequest failed: fetch failed: no such host']);
  });

  it('code that had to be ended four times is no longer run', async () => {
    const tests = [1, 2, 3, 4, 5].map((n) => ({ q: `${n}` }));
    const main = handledMain({ tools: { find: toolWith([user('q')], { path: '/i', tests }) } });
    const { records } = await runHandled('{ find: { postRequest: async () => "x".repeat( 1e9 ) } }', {
      main,
    });
    expect(records.map(({ record }) => record.error)).toEqual([
      ...Array(4).fill('postRequest failed: the code took more memory than it may'),
      'postRequest failed: not run after 4 others: the code took more memory than it may',
    ]);
  });
});

describe('a run', () => {
  const CODE = `export const handlers = () => ( { getItems: { postRequest: async ( { response } ) => ( { response: { name: response.name + '!' } } ) } } )\n`;
  const NEEDY = `export const handlers = ( { libraries } ) => ( { getItems: { postRequest: async () => libraries.canvas.draw() } } )\n`;

  it('runs handlers by default, and tools left out are tested by the next run', async () => {
    const provider = await startMockApi();
    await using place = await openImported(provider.origin, {
      demo: {
        'alpha.mjs': schemaText({ tools: { getItems: toolAt('/ok') } }, CODE),
        'beta.mjs': schemaText({ tools: { getItems: toolAt('/ok') }, requiredLibraries: ['canvas'] }, NEEDY),
      },
    });
    const reasonsOf = async (options: Parameters<typeof place.emit>[1]) => {
      const { results } = await place.emit('demo', options);
      return Object.fromEntries(
        results[0]?.pretests.map(({ schema, status, reason }) => [schema, reason ?? status]) ?? [],
      );
    };
    expect(await reasonsOf({ handlers: 'skip' })).toEqual({
      alpha: 'handler code not run',
      beta: 'handler code not run',
    });
    place.wait();
    expect(await reasonsOf({})).toEqual({
      alpha: 'ok',
      beta: 'needs canvas, which the sandbox does not have',
    });
    expect(place.json('providers/demo/alpha/tools/getItems/tests/test-1.json')).toMatchObject({
      status: 'working',
      response: { name: expect.stringMatching(/!$/) },
    });
    place.wait();
    const libraries = { path: place.path('nowhere'), shownAs: '~/libs' };
    const trusted = await reasonsOf({ handlers: 'trust', libraries });
    expect(trusted.beta).toBe('the handler code could not be loaded: canvas is not in ~/libs');
    await provider.close();
  });

  it('names the scripts of libraries, and another script later is a finding that leaves the facts', async () => {
    const provider = await startMockApi();
    const code = `export const handlers = ( { libraries } ) => ( { getItems: { postRequest: async () => ( { response: { is: libraries.fern } } ) } } )\n`;
    await using place = await openImported(provider.origin, {
      demo: {
        'alpha.mjs': schemaText({ tools: { getItems: toolAt('/ok') }, requiredLibraries: ['fern'] }, code),
      },
    });
    const libraries = { path: place.path('libs'), shownAs: '~/libs' };
    mkdirSync(place.path('libs/sandbox'), { recursive: true });
    const emitWith = async (value: string, offline: boolean) => {
      writeFileSync(place.path('libs/sandbox/fern.js'), `globalThis.__flowmcpLibrary = '${value}'`);
      await place.emit('demo', { libraries, offline, onConflict: 'overwrite' });
      place.wait();
      const { tools, findings = [] } = place.json('providers/demo/alpha/summary.json') as SchemaFacts;
      return { facts: tools.getItems, found: findings.filter(({ code }) => code === 'FND-094') };
    };
    const { facts, found } = await emitWith('green', false);
    expect(facts).toMatchObject({ status: 'ok', libraries: [{ name: 'fern', version: null }] });
    expect(found).toEqual([]);
    const later = await emitWith('brown', true);
    expect(later.facts).toEqual(facts);
    expect(later.found).toMatchObject([
      {
        where: { path: 'main.tools.getItems' },
        args: { was: expect.stringMatching(/^fern of your own \(/) },
      },
    ]);
    expect(await emitWith('green', true)).toEqual({ facts, found: [] });
    await provider.close();
  });
});
