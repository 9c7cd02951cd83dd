// Trusted handler code runs in a separate process: with libraries and fetch, without files, processes, environment or
// keys.
import { createFixture } from 'fs-fixture';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHandlerRuntime } from '../../src/sandbox/handler-runtime.js';
import { Sandbox } from '../../src/sandbox/sandbox.js';
import { TrustedProcess } from '../../src/sandbox/trusted-handlers/trusted-process.js';

let fixture: Awaited<ReturnType<typeof createFixture>>;
beforeAll(async () => {
  fixture = await createFixture({
    'libs/node_modules/leaf/package.json': '{ "name": "leaf", "main": "leaf.js" }',
    'libs/node_modules/leaf/leaf.js':
      'console.log( "a library prints" ); module.exports = { grow: ( n ) => n + 1 }',
    'libs/node_modules/@moss/fern/package.json':
      '{ "name": "@moss/fern", "type": "module", "exports": "./fern.js" }',
    'libs/node_modules/@moss/fern/fern.js': 'export default { name: "fern" }',
    'secret.txt': 'SECRET',
  });
  process.env.TRUSTED_TEST_SECRET = 'SECRET';
});
afterAll(async () => {
  delete process.env.TRUSTED_TEST_SECRET;
  await fixture.rm();
});

interface Options {
  readonly libraries?: readonly string[];
  readonly wallMs?: number;
  readonly outputBytes?: number;
  readonly fetch?: (text: string) => Promise<string>;
}

/** One call of a handler with this body. */
async function run(body: string, { libraries = [], fetch = async () => '{}', ...limits }: Options = {}) {
  const folder = { path: fixture.getPath('libs'), shownAs: '~/libs' };
  const engine = new TrustedProcess({ libraries, folder, ...limits });
  const source = `export const handlers = ( { libraries, sharedLists } ) => ( { find: { preRequest: async ( given ) => { ${body} } } } )`;
  const runtime = createHandlerRuntime(engine, { source, lists: { chains: [{ id: 1 }] } });
  try {
    const loaded = await runtime.load();
    if (!loaded.ok) return loaded;
    expect([...loaded.value]).toEqual([['find', ['preRequest']]]);
    return await runtime.call({ tool: 'find', stage: 'preRequest', input: { q: 'ü' }, fetch });
  } finally {
    await runtime.close();
    expect(engine.isRunning).toBe(false);
  }
}

describe.each([
  ['process', () => new TrustedProcess({ libraries: [], folder: { path: fixture.path, shownAs: '~' } })],
  ['sandbox', () => new Sandbox()],
])('a closed %s', (_, open) => {
  const source = 'export const handlers = () => ( { find: { preRequest: async () => 1 } } )';

  it.each([0, 1])('is not started again for a waiting call (%i turns later)', async (turns) => {
    const engine = open();
    const runtime = createHandlerRuntime(engine, { source, lists: {} });
    const call = () =>
      runtime.call({ tool: 'find', stage: 'preRequest', input: {}, fetch: async () => '{}' });
    const waiting = [call(), call(), call()];
    for (let turn = 0; turn < turns; turn++) await new Promise(setImmediate);
    await runtime.close();
    expect((await Promise.all(waiting)).at(-1)).toMatchObject({ ok: false });
    expect(engine.isRunning).toBe(false);
  });
});

describe('code gets', () => {
  it('libraries of the folder, modules of Node that only compute, and frozen shared lists', async () => {
    const body = `return [ libraries.leaf.grow( 1 ), libraries[ '@moss/fern' ].name, libraries.zlib.deflateSync( 'x' ).length > 0,
      Object.isFrozen( sharedLists.chains[ 0 ] ), given.q ]`;
    expect(await run(body, { libraries: ['leaf', '@moss/fern', 'zlib'] })).toEqual({
      ok: true,
      value: [2, 'fern', true, true, 'ü'],
    });
  });

  it('a limited number of requests per call', async () => {
    let asked = 0;
    const fetch = async () => {
      asked += 1;
      return JSON.stringify({ status: 200, contentType: 'text/plain', url: 'x', text: '' });
    };
    const body = `let refused = ''
      for( let at = 0; at < 30; at++ ) await fetch( 'https://a.example/' ).catch( ( error ) => { refused = error.message } )
      return refused`;
    expect(await run(body, { fetch })).toEqual({
      ok: true,
      value: 'fetch failed: more than 25 requests in one call',
    });
    expect(asked).toBe(25);
  });

  it('fetch, through the guarded client', async () => {
    const asked: unknown[] = [];
    const fetch = async (text: string) => {
      asked.push(JSON.parse(text));
      return JSON.stringify({ status: 201, contentType: 'application/json', url: 'x', text: '{"ok":"ä"}' });
    };
    const body = `const answer = await fetch( 'https://a.example/?x=1', { method: 'post', headers: { 'X-A': 'b' }, body: new URLSearchParams( { c: 'd' } ) } )
      return [ answer.status, answer.ok, await answer.json(), answer.headers.get( 'content-type' ) ]`;
    expect(await run(body, { fetch })).toEqual({
      ok: true,
      value: [201, true, { ok: 'ä' }, 'application/json'],
    });
    const type = ['content-type', 'application/x-www-form-urlencoded;charset=UTF-8'];
    expect(asked).toEqual([
      { url: 'https://a.example/?x=1', method: 'POST', headers: [type, ['x-a', 'b']], body: 'c=d' },
    ]);
  });
});

describe('code does not get', () => {
  it.each([
    ['a library that is not there', '1', ['ethers'], 'ethers is not in ~/libs'],
    [
      'a part of Node that does more than compute',
      '1',
      ['fs'],
      'fs is a part of Node that handler code does not get',
    ],
    [
      'the same by its other name',
      '1',
      ['node:fs'],
      'node:fs is a part of Node that handler code does not get',
    ],
  ])('%s', async (_, body, libraries, reason) => {
    expect(await run(`return ${body}`, { libraries })).toMatchObject({ ok: false, reason });
  });

  it.each([
    ['a file outside of the libraries', `( await import( 'node:fs' ) ).readFileSync( given.file, 'utf8' )`],
    ['writing a file', `( await import( 'node:fs' ) ).writeFileSync( given.file, 'x' )`],
    ['another process', `( await import( 'node:child_process' ) ).execSync( 'id' )`],
    ['a worker', `new ( await import( 'node:worker_threads' ) ).Worker( '1', { eval: true } )`],
  ])('%s', async (_, code) => {
    const body = `given.file = ${JSON.stringify(fixture.getPath('secret.txt'))}; return String( ${code} )`;
    const found = await run(body);
    expect(found).toMatchObject({ ok: false, reason: expect.stringMatching(/restricted|permission/i) });
  });

  it('the environment', async () => {
    expect(await run('return Object.keys( process.env )')).toEqual({ ok: true, value: [] });
  });
});

describe('a call is ended', () => {
  it('for an endless loop', async () => {
    const found = await run('for(;;) {}', { wallMs: 1500 });
    expect(found).toMatchObject({ ok: false, reason: 'the code did not come to an end within 1500 ms' });
  });

  it('for a flood of output', async () => {
    const body = `const { writeSync } = await import( 'node:fs' ); for(;;) { try { writeSync( 1, 'x'.repeat( 65536 ) ) } catch {} }`;
    const found = await run(body, { outputBytes: 1e6 });
    expect(found).toMatchObject({ ok: false, reason: 'the code wrote more than 1000000 bytes' });
  });

  it('but not for text printed beside its answer', async () => {
    const body = `( await import( 'node:fs' ) ).writeSync( 1, 'half a line' ); console.log( 'x' ); return 1`;
    expect(await run(body)).toEqual({ ok: true, value: 1 });
  });

  it('when its process exits', async () => {
    const found = await run('process.exit( 0 )');
    expect(found).toMatchObject({ ok: false, reason: 'the process of the code ended by itself' });
  });

  it('and its result is read as text: a key that reaches a prototype is refused', async () => {
    const found = await run(`return JSON.parse( '{"__proto__":{"x":1}}' )`);
    expect(found).toMatchObject({ ok: false, reason: 'what it gives has a key "__proto__"' });
  });
});

describe('code that imitates messages of its program', () => {
  it.each([
    '{',
    'null',
    '{}',
    '{"kind":"reply"}',
    '{"kind":"reply","reply":{"ok":true}}',
    '{"kind":"request","id":1}',
  ])('is ended, and the calling process continues: %s', async (said) => {
    const body = `const mark = process.execArgv.join( ' ' ).match( /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12} / )[ 0 ];
        process.getBuiltinModule( 'fs' ).writeSync( 1, '\\n' + mark + ${JSON.stringify(said)} + '\\n' );
        await new Promise( () => setInterval( () => 0, 1000 ) )`;
    expect(await run(body)).toMatchObject({ ok: false, reason: expect.stringContaining('never says') });
  });
});
