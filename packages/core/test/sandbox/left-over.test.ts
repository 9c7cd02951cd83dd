// What a call leaves behind - promises nobody waits for, timers, requests - never decides what a later call gives.
import { describe, expect, it } from 'vitest';
import { createHandlerRuntime } from '../../src/sandbox/handler-runtime.js';
import { Sandbox } from '../../src/sandbox/sandbox.js';
import { answerWith, fakeClient, handledMain, runHandled } from '../handlers/handled-schema.js';
import { toolWith, user } from '../pretest/logic/request/schema-fixture.js';

const FETCH = "const ask = async ( name ) => ( await fetch( 'https://a.example/' + name ) ).text()";
const SLEEP = 'const sleep = ( ms ) => new Promise( ( done ) => setTimeout( done, ms ) )';

interface Case {
  /** Bodies of handlers that the same engine runs, one after another. */
  readonly calls: readonly string[];
  readonly factory?: string;
}

/** What each call gives, and the requests that each made: `left:` marks those of an earlier call's work. */
async function run({ calls, factory = '' }: Case) {
  const bodies = calls.map((body, at) => `t${at}: { preRequest: async () => { ${body} } }`);
  const source = `export const main = { name: 'a' }\n${FETCH}\n${SLEEP}
    export const handlers = ( { libraries } ) => { ${factory}; return { ${bodies.join()} } }`;
  const declared = ['talib'];
  const runtime = createHandlerRuntime(new Sandbox({ sliceMs: 2000 }), { source, lists: {}, declared });
  const told: unknown[] = [];
  const asked: string[][] = [];
  for (const at of calls.keys()) {
    const own: string[] = [];
    asked.push(own);
    const result = await runtime.call({
      ...({ tool: `t${at}`, stage: 'preRequest', input: {} } as const),
      fetch: async (text, isLeftOver) => {
        const name = JSON.parse(text).url.split('/').at(-1);
        own.push(isLeftOver ? `left:${name}` : name);
        return JSON.stringify({ status: 200, contentType: null, url: '', text: name });
      },
    });
    told.push(result.ok ? result.value : result);
  }
  await runtime.close();
  return { told, asked };
}

const turns = (count: number) => `for( let at = 0; at < ${count}; at += 1 ) await null`;
const later = (body: string, count = 20) => `( async () => { ${turns(count)}; ${body} } )()`;

it.each([20, 120, 500])('a promise nobody waits for asks nothing after its call: %i turns', async (count) => {
  const { told, asked } = await run({
    calls: [
      `${later("await ask( 'track' )", count)}; return 1`,
      "return await ask( 'mine' )",
      'await sleep( 5 ); return 3',
    ],
  });
  expect([told, asked]).toEqual([
    [1, 'mine', 3],
    [[], ['mine'], []],
  ]);
});

const SLEEPS = 'await sleep( 5000 ); return 2';

it.each([
  ['throws', "setTimeout( () => { throw new Error( 'boom' ) }, 50 )"],
  ['never ends', 'setInterval( () => 1, 1 )'],
  ['starts itself again', 'const again = () => setTimeout( again, 1 ); again()'],
  [
    'starts a promise that starts it again',
    'const again = () => setTimeout( async () => { await null; again() }, 1 ); again()',
  ],
  ['uses a missing library', 'setTimeout( () => { try { libraries.talib.x } catch {} }, 50 )'],
  [
    'uses a missing library a little later',
    `setTimeout( () => { ${later('libraries.talib.x')}.catch( () => 1 ) }, 50 )`,
  ],
  ['writes to main', 'setTimeout( () => { try { main.name = "b" } catch {} }, 50 )'],
])('a timer that an earlier call left changes nothing: it %s', async (_, left) => {
  expect((await run({ calls: [`${left}; return 1`, SLEEPS, SLEEPS] })).told).toEqual([1, 2, 2]);
  expect((await run({ calls: [SLEEPS, SLEEPS], factory: left })).told).toEqual([2, 2]);
});

it('a timer of the call itself still decides', async () => {
  const { told } = await run({
    calls: [
      'setTimeout( () => { try { libraries.talib.x } catch {} }, 50 ); await sleep( 100 ); return 1',
      `${later('try { libraries.talib.x } catch {}')}; return 1`,
    ],
  });
  expect(told).toMatchObject([{ missing: 'talib' }, { missing: 'talib' }]);
});

it('a timer that an earlier call left may ask, within a budget of its own', async () => {
  const many =
    "for( let at = 0; at < 30; at += 1 ) ask( 'kept' ).catch( ( error ) => { globalThis.said = error.message } )";
  const { told, asked } = await run({
    calls: [
      `setTimeout( () => { ${many} }, 1 ); return 1`,
      "await sleep( 5 ); for( let at = 0; at < 24; at += 1 ) await ask( 'mine' ); return [ await ask( 'mine' ), globalThis.said ]",
    ],
  });
  const own = Array.from({ length: 25 }, () => 'mine');
  const left = Array.from({ length: 25 }, () => 'left:kept');
  expect([told, asked]).toEqual([
    [1, ['mine', 'more than 25 requests in one call']],
    [[], [...left, ...own]],
  ]);
});

it('a queue that the module keeps works from one call to the next', async () => {
  const kept = `const open = []; let timer = null
    const send = async () => { timer = null; for( const { name, done } of open.splice( 0 ) ) done( await ask( name ) ) }
    const queue = ( name ) => new Promise( ( done ) => { open.push( { name, done } ); timer ??= setTimeout( send, 10 ) } )`;
  const { told, asked } = await run({
    calls: ["queue( 'one' ); return 1", "return await queue( 'two' )", "return await queue( 'three' )"],
    factory: kept,
  });
  expect([told, asked]).toEqual([
    [1, 'two', 'three'],
    [[], ['left:one', 'left:two'], ['three']],
  ]);
});

describe("requests of an earlier test's work", () => {
  /** The second test of a tool whose first one leaves a timer; the code sleeps before its own request, and after it. */
  async function second(left: string, end = '') {
    const tests = ['fern', 'moss'].map((q) => ({ _description: q, q }));
    const find = toolWith([user('q')], { path: '/items/{{slot}}', tests });
    const client = fakeClient(({ url }) =>
      url.endsWith('/broken') ? { status: 500, body: Buffer.from('') } : answerWith({ name: 'Fern' }),
    );
    const { records } = await runHandled(
      `{ find: { executeRequest: async ( { payload } ) => {
        if( payload.q === 'fern' ) { setTimeout( () => { ${left} }, 50 ); return { response: { name: 'Fern' } } }
        await sleep( 10 )
        const answer = await fetch( 'https://api.example.org/own' )
        await sleep( 100 ); ${end}
        return { response: await answer.json() } } } }`,
      {
        main: handledMain({ tools: { find }, requiredServerParams: ['OPENAI_API_KEY'] }),
        serverParams: { OPENAI_API_KEY: 'verysecretvalue' },
        before: SLEEP,
        client,
      },
    );
    return { record: records[1]?.record, sent: client.seen.map(({ url }) => url.split('/').at(-1)) };
  }

  const ask = (url: string, init = '{}') => `fetch( ${url}, ${init} ).catch( () => 1 )`;

  it.each([
    ['fails', ask("'https://api.example.org/broken'"), ['own', 'broken']],
    ['has an unfilled placeholder', ask('payload.url'), ['own']],
    [
      'carries a key that is kept home',
      ask('"https://api.example.org/?k=" + payload.serverParams.OPENAI_API_KEY'),
      ['own'],
    ],
  ])('leave no trace: one %s', async (_, left, asked) => {
    const { record, sent } = await second(left);
    expect(record).toMatchObject({ status: 'working', working: true, httpStatus: 200 });
    expect(sent).toEqual(asked);
  });

  it('do not explain a failure of the code', async () => {
    const { record } = await second(
      ask("'https://api.example.org/write'", "{ method: 'DELETE' }"),
      "throw new Error( 'own' )",
    );
    expect(record).toMatchObject({ status: 'handler-error', error: expect.stringContaining('own') });
  });
});
