// Attacks of a stranger's code on the sandbox: reaching out of it, taking time or memory, and reaching in through its
// results.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createHandlerRuntime } from '../../src/sandbox/handler-runtime.js';
import { Sandbox } from '../../src/sandbox/sandbox.js';

let sandbox = new Sandbox();
afterEach(() => {
  vi.unstubAllEnvs();
  return sandbox.close();
});

/** The export of a module, as the text that leaves the sandbox. */
async function evaluate(source: string, limits: ConstructorParameters<typeof Sandbox>[0] = {}) {
  await sandbox.close();
  sandbox = new Sandbox(limits);
  return sandbox.run({ kind: 'value', source, exportName: 'main' });
}

async function outcomeOf(expression: string): Promise<unknown> {
  const reply = await evaluate(`export const main = ${expression}`);
  return reply.ok ? JSON.parse(reply.text) : reply.reason;
}

/** The result of a handler, as it arrives on our side. */
async function handle(body: string, fetch = async (_: string) => '{"error":"no"}', limits = {}) {
  await sandbox.close();
  sandbox = new Sandbox(limits);
  const source = `export const handlers = () => ( { t: { preRequest: async ( given ) => { ${body} } } } )`;
  const runtime = createHandlerRuntime(sandbox, { source, lists: { l: [{ a: 1 }] } });
  return runtime.call({ tool: 't', stage: 'preRequest', input: { deep: { q: 1 } }, fetch });
}

describe('reaching out', () => {
  it.each([
    'node:fs',
    'fs',
    'node:child_process',
    'node:http',
    'std',
    'os',
    'qjs:std',
    '/etc/passwd',
    'https://a.example/x.mjs',
    'data:text/javascript,export const a = 1',
  ])('importing %s', async (name) => {
    const refused = `the module "${name}" cannot be imported in the sandbox`;
    expect(await evaluate(`import * as x from ${JSON.stringify(name)}; export const main = 1`)).toMatchObject(
      {
        reason: refused,
      },
    );
    expect(
      await outcomeOf(`await import( ${JSON.stringify(name)} ).catch( ( error ) => error.message )`),
    ).toBe(refused);
  });

  it('names of the host are not available', async () => {
    const names = [
      'process',
      'require',
      'module',
      'global',
      'XMLHttpRequest',
      'WebSocket',
      'EventSource',
      'Worker',
    ];
    const more = [
      'WebAssembly',
      'Deno',
      'Bun',
      'std',
      'os',
      'scriptArgs',
      'print',
      'parentPort',
      'workerData',
      'HEAPU8',
    ];
    const all = JSON.stringify([...names, ...more]);
    expect(await outcomeOf(`${all}.filter( ( name ) => typeof globalThis[ name ] !== 'undefined' )`)).toEqual(
      [],
    );
  });

  it.each([
    ['a function', '( function() {} )'],
    ['an async function', '( async () => {} )'],
    ['a generator', '( function*() {} )'],
    ['fetch', 'fetch'],
    ['a class of ours', 'URL'],
    ['a method of ours', 'new URL( "https://a.example" ).toString'],
    ['an error of ours', '( () => { try { new URL( "x" ) } catch( error ) { return error } } )()'],
    ['a list', '[]'],
    ['what is imported', '( await import( "fs" ).catch( ( error ) => error ) )'],
  ])('code made by the constructors of %s sees no more', async (_, expression) => {
    const code =
      '"return typeof process + typeof require + typeof module + Object.keys( this ?? {} ).length"';
    const makers = `[ ${expression}.constructor, ${expression}.constructor.constructor ]`;
    const found = await outcomeOf(
      `await Promise.all( ${makers}.map( async ( make ) => {
        try { const made = make( ${code} )(); return String( ( await made )?.value ?? await made ) } catch { return 'none' }
      } ) )`,
    );
    for (const seen of found as string[])
      expect(seen).toMatch(/^(undefined){3}0$|^none$|^\[object|^undefined$/);
  });

  it('the place and language of the machine are hidden', async () => {
    vi.stubEnv('TZ', 'America/New_York');
    const zone = 'new Intl.DateTimeFormat( "en-US", { timeZone: undefined } ).resolvedOptions().timeZone';
    const [summer, winter] = ['2026-07-01T00:00Z', '2026-01-01T00:00Z'].map((at) => `new Date( "${at}" )`);
    const locales =
      '[ [], "zz", [ "zz" ] ].map( ( l ) => new Intl.DateTimeFormat( l ).resolvedOptions().locale )';
    expect(new Date('2026-07-01T00:00Z').getHours()).toBe(20);
    expect(
      await outcomeOf(`[ ${zone}, ${summer}.getTimezoneOffset(), String( ${winter} ), ...${locales} ]`),
    ).toEqual(['UTC', 0, 'Thu Jan 01 2026 00:00:00 GMT+0000', 'en-US', 'en-US', 'en-US']);
  });

  it('functions of the host can be taken, but still accept text only', async () => {
    // The prelude calls names that it saved before the stranger's code ran; a `then` belongs to the stranger.
    const body = `
      const taken = []
      Promise.prototype.then = new Proxy( Promise.prototype.then, { apply( then, self, list ) { taken.push( ...list ); return Reflect.apply( then, self, list ) } } )
      JSON.stringify = ( x ) => { taken.push( x ); return '"forged"' }
      Object.keys = () => [ 'forged' ]
      await fetch( 'https://a.example' ).catch( () => 1 )
      for( const it of taken ) { try { it( { toString() { throw 1 } }, globalThis ) } catch {} }
      return { fine: true }`;
    const found = await handle(body);
    expect(JSON.stringify(found)).toMatch(/^\{"ok":(true|false),/);
    expect(JSON.stringify(found).length).toBeLessThan(700);
    const after = await sandbox.run({
      kind: 'value',
      source: 'export const main = 1',
      exportName: 'main',
    });
    expect(typeof after.ok).toBe('boolean');
    expect(Object.keys(globalThis)).not.toContain('forged');
  });
});

describe('reaching in', () => {
  it("getters, proxies and toJSON run on the stranger's side, once", async () => {
    const body = `let asked = 0
      return { get a() { asked += 1; return asked }, b: new Proxy( {}, { ownKeys: () => [ 'x' ], getOwnPropertyDescriptor: () => ( { enumerable: true, configurable: true } ), get: ( _, key ) => key === 'toJSON' ? undefined : 'p' } ), c: { toJSON: () => 'json' } }`;
    const found = await handle(body);
    expect(found).toEqual({ ok: true, value: { a: 1, b: { x: 'p' }, c: 'json' } });
    const { value } = found as { value: { a: unknown } };
    expect(Object.getOwnPropertyDescriptor(value, 'a')).toMatchObject({ value: 1 });
  });

  it.each([
    ['in an object', `JSON.parse( '{"a":[{"__proto__":{"polluted":true}}]}' )`],
    ['made by toJSON', `( { toJSON: () => JSON.parse( '{"__proto__":{"polluted":true}}' ) } )`],
    [
      'by a forged stringify',
      `( JSON.stringify = () => '{"__proto__":{"polluted":true}}', JSON.parse( '{"__proto__":1}' ) )`,
    ],
  ])('a key that reaches a prototype is refused: %s', async (_, expression) => {
    expect(await handle(`return ${expression}`)).toEqual({
      ok: false,
      reason: 'what it gives has a key "__proto__"',
    });
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  it('in a computed main too', async () => {
    const reply = await evaluate(`export const main = JSON.parse( '{"__proto__":{"polluted":true}}' )`);
    expect(reply).toMatchObject({ ok: true, text: '{"__proto__":{"polluted":true}}' });
  });

  it('constructor and prototype are ordinary own keys', async () => {
    const found = await handle(`return { constructor: { prototype: { polluted: true } } }`);
    expect(found).toEqual({ ok: true, value: { constructor: { prototype: { polluted: true } } } });
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  it('its input is a copy', async () => {
    const input = { deep: { q: 1 } };
    sandbox = new Sandbox();
    const source =
      'export const handlers = () => ( { t: { preRequest: ( given ) => { given.deep.q = 2; Object.prototype.q = 3; return given } } } )';
    const runtime = createHandlerRuntime(sandbox, { source, lists: {} });
    const found = await runtime.call({ tool: 't', stage: 'preRequest', input, fetch: async () => '{}' });
    expect([found, input, ({} as { q?: number }).q]).toEqual([
      { ok: true, value: { deep: { q: 2 } } },
      { deep: { q: 1 } },
      undefined,
    ]);
  });

  it('excessive nesting is refused, on its side or on ours', async () => {
    const wide = await handle('let a = 1; for( let i = 0; i < 250; i += 1 ) a = [ a ]; return a');
    expect(wide).toEqual({ ok: false, reason: 'what it gives is nested deeper than 200 levels' });
    const deep = await handle('let a = 1; for( let i = 0; i < 1e5; i += 1 ) a = [ a ]; return a');
    expect(deep).toMatchObject({ ok: false });
  });
});

const QUICK = { sliceMs: 400, silenceMs: 20_000 };

describe('taking the time', () => {
  it.each([
    ['a loop', 'for(;;) {}'],
    ['a loop that catches everything', 'for(;;) { try { for(;;) {} } catch {} }'],
    ['a regular expression', '/^(a+)+$/.test( "a".repeat( 40 ) + "b" )'],
    [
      'a flood of promises',
      'const next = () => Promise.resolve().then( next ); next(); await new Promise( () => {} )',
    ],
    ['a generator without an end', 'for( const x of ( function*() { for(;;) yield 1 } )() ) {}'],
    [
      'a sort that never agrees',
      'for(;;) Array.from( { length: 1e4 }, Math.random ).sort( () => Math.random() - 0.5 )',
    ],
    ['a getter that is asked for the error', 'throw { get message() { for(;;) {} } }'],
    [
      'a proxy without an end',
      'let p = new Proxy( {}, { getPrototypeOf: () => p, get: () => p, ownKeys() { for(;;) {} } } ); Object.keys( p )',
    ],
  ])('%s ends at the deadline, by the clock of the engine', async (_, code) => {
    const reply = await evaluate(`${code}\nexport const main = 1`, QUICK);
    expect(reply).toMatchObject({
      ok: false,
      failure: 'limit',
      reason: 'the code computed for longer than 400 ms',
    });
  });

  it('work that the engine does not interrupt is ended from outside, and the thread is gone', async () => {
    // Without its own clock, the engine would run forever.
    const reply = await evaluate('for(;;) {}\nexport const main = 1', { sliceMs: 1e9, silenceMs: 700 });
    expect(reply).toEqual({
      ok: false,
      failure: 'limit',
      reason: 'the code did not come to an end within 700 ms',
    });
    expect(sandbox.isRunning).toBe(false);
  });

  it('waiting for answers that never come ends too', async () => {
    const found = await handle(`await fetch( 'https://a.example' )`, () => new Promise(() => undefined), {
      wallMs: 900,
    });
    expect(found).toMatchObject({ ok: false, reason: 'the code did not come to an end within 900 ms' });
  });

  it('none of it keeps the process alive', () => {
    const program = fileURLToPath(new URL('./left-behind.ts', import.meta.url));
    const flags = ['--conditions=flowmcp-source', '--import', import.meta.resolve('tsx')];
    const { stdout, status, error } = spawnSync(process.execPath, [...flags, program], { timeout: 25_000 });
    expect([String(stdout), status, error]).toEqual(['true\n', 0, undefined]);
  });
});

describe('taking the memory', () => {
  const TOO_MUCH = 'the code took more memory than it may';
  it.each([
    ['lists', 'const all = []; for(;;) all.push( new Array( 1e5 ).fill( 1 ) )', TOO_MUCH],
    ['texts', 'const all = []; for(;;) all.push( "x".repeat( 1e6 ) + all.length )', TOO_MUCH],
    ['buffers', 'const all = []; for(;;) all.push( new ArrayBuffer( 1e6 ) )', TOO_MUCH],
    ['big buffers', 'const all = []; for(;;) all.push( new ArrayBuffer( 9e6 ) )', TOO_MUCH],
    ['one big text', '"x".repeat( 2 ** 30 - 100 )', TOO_MUCH],
    ['recursion', 'const f = ( n ) => 1 + f( n + 1 ); f( 0 )', 'stack overflow'],
    ['brackets', 'JSON.parse( "[".repeat( 3e6 ) )', 'stack overflow'],
    ['nested code', 'eval( "(".repeat( 1e6 ) )', /stack overflow|engine failed/],
    ['a big number', 'let n = 2n; for(;;) n = n * n', /too large|memory/],
  ])('%s end at a limit', async (_, code, reason) => {
    const before = process.memoryUsage().rss;
    const limits = { sliceMs: 20_000, silenceMs: 40_000, memoryBytes: 32 * 1024 * 1024 };
    const reply = await evaluate(`${code}\nexport const main = 1`, limits);
    const found = reply.ok ? 'it ran' : reply.reason;
    if (typeof reason === 'string') expect(found).toBe(reason);
    else expect(found).toMatch(reason);
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024);
  });

  it('the stack is as deep as configured', async () => {
    const depth = async (stackBytes: number) => {
      const source =
        'let deepest = 0; const f = () => { deepest += 1; f() }; try { f() } catch {}; export const main = deepest';
      const reply = await evaluate(source, { stackBytes });
      return reply.ok ? Number(reply.text) : 0;
    };
    expect((await depth(64 * 1024)) * 2).toBeLessThan(await depth(256 * 1024));
  });

  it('another module runs normally afterwards', async () => {
    await evaluate('for(;;) {}', { sliceMs: 400 });
    const reply = await sandbox.run({
      kind: 'value',
      source: 'export const main = 2',
      exportName: 'main',
    });
    expect(reply).toEqual({ ok: true, text: '2' });
  });
});

describe('flooding', () => {
  it('a result over the limit does not leave the engine', async () => {
    const limit = { resultBytes: 1000 };
    expect(await evaluate('export const main = "x".repeat( 990 )', limit)).toMatchObject({ ok: true });
    expect(await evaluate('export const main = "x".repeat( 1000 )', limit)).toMatchObject({
      ok: false,
      reason: 'it gives more than 1000 bytes',
    });
  });

  it('a result that bypasses the prelude does not leave it either', async () => {
    const body = `
      Promise.prototype.then = new Proxy( Promise.prototype.then, { apply( then, self, list ) { return Reflect.apply( then, self, list ) } } )
      String.prototype.slice = () => 'x'.repeat( 5000 )
      throw new Error( 'x' )`;
    const found = await handle(body, undefined, { resultBytes: 1000 });
    expect(found).toMatchObject({ ok: false });
    expect(JSON.stringify(found).length).toBeLessThan(1000);
  });

  it('requests are counted, and their content is measured', async () => {
    let asked = 0;
    const fetch = async () => {
      asked += 1;
      return '{"status":200,"contentType":null,"url":"","text":"1"}';
    };
    const flood = `const all = await Promise.allSettled( Array.from( { length: 500 }, () => fetch( 'https://a.example' ) ) ); return all.filter( ( x ) => x.status === 'fulfilled' ).length`;
    expect(await handle(flood, fetch, { requests: 7 })).toEqual({ ok: true, value: 7 });
    expect(asked).toBe(7);
    const big = `await fetch( 'https://a.example', { method: 'POST', body: 'x'.repeat( 2000 ) } )`;
    expect(await handle(big, fetch, { resultBytes: 1000 })).toMatchObject({
      ok: false,
      reason: expect.stringContaining('a text of more than 1000 bytes'),
    });
    expect(asked).toBe(7);
  });

  it('printed text is dropped', async () => {
    expect(
      await handle(`for( let i = 0; i < 1e5; i += 1 ) console.log( 'x'.repeat( 100 ) ); return 1`),
    ).toEqual({
      ok: true,
      value: 1,
    });
  });
});
