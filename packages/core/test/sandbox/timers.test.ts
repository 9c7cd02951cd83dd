// Timers in the sandbox: nobody waits for them, they fire in the order of their time, and they come to an end.
import { afterAll, expect, it } from 'vitest';
import { createHandlerRuntime } from '../../src/sandbox/handler-runtime.js';
import { Sandbox } from '../../src/sandbox/sandbox.js';

const sleep = '( ms ) => new Promise( ( done ) => setTimeout( done, ms ) )';

/** Whether a timer with this delay fires after one of 2 ms. */
const delayed = (delay: string) => `const seen = []
    setTimeout( () => seen.push( 'a' ), 2 ); setTimeout( () => seen.push( 'b' ), ${delay} )
    await sleep( 2 ** 31 - 1 ); return seen`;

/** Bodies of handlers, which the same engine runs one after another. */
const CODE = {
  sleeps: `const from = Date.now(); for( let at = 0; at < 1000; at += 1 ) await sleep( 60_000 ); return Date.now() - from < 60_000`,
  tooMany: 'for( let at = 0; at < 1001; at += 1 ) await sleep( 1 ); return 1',
  order: `const seen = []
    setTimeout( ( a, b ) => seen.push( a + b ), 20, 'c', '!' )
    setTimeout( () => seen.push( 'b' ), 10 ); setTimeout( () => seen.push( 'b2' ), 10 )
    setImmediate( ( x ) => seen.push( x ), 'a' )
    Promise.resolve().then( () => seen.push( 'first' ) )
    await sleep( 30 ); return seen`,
  interval: `let count = 0
    await new Promise( ( done ) => { const timer = setInterval( () => { count += 1; if( count === 5 ) { clearInterval( timer ); done() } }, 1000 ) } )
    await sleep( 10_000 ); return count`,
  cleared: `let fired = 0
    const all = [ setTimeout( () => { fired += 1 }, 1 ), setImmediate( () => { fired += 1 } ) ]
    clearTimeout( all[ 0 ] ); clearImmediate( all[ 1 ] ); clearTimeout( undefined ); clearTimeout( Number( setTimeout( () => { fired += 1 }, 2 ).unref() ) )
    await sleep( 5 ); return fired`,
  request: `const seen = []
    const asked = fetch( 'https://a.example/' ).then( () => seen.push( 'answer' ) )
    await Promise.race( [ asked, sleep( 1 ).then( () => seen.push( 'timeout' ) ) ] ); await sleep( 2 ); return seen`,
  leaves: 'setTimeout( () => { globalThis.left = 1 }, 50 ); return 1',
  finds: 'await sleep( 100 ); return globalThis.left',
  throws: `setTimeout( () => { throw new Error( 'late' ) }, 1 ); await sleep( 5 )`,
  noFunction: `setTimeout( 'code', 1 )`,
  stuck: 'await new Promise( ( done ) => { globalThis.wake = done } ); return "too late"',
  wakes: 'globalThis.wake(); await sleep( 1 ); return 1',
  clock: 'const from = Date.now(); await sleep( 3_600_000 ); return Date.now() - from < 3_600_000',
  never: 'await new Promise( () => setInterval( () => 1, 1 ) )',
  polls: 'const end = Date.now() + 60_000; while( Date.now() < end ) await sleep( 50 )',
  nan: delayed('NaN'),
  negative: delayed('-5'),
  infinite: delayed('Infinity'),
  large: delayed('2 ** 31'),
  huge: delayed('2 ** 54'),
  longest: delayed('2 ** 31 - 1'),
  loops: 'setTimeout( () => { for( ;; ) {} }, 1 ); await sleep( 5 )',
} as const;

const bodies = Object.entries(CODE).map(([name, body]) => `${name}: { preRequest: async () => { ${body} } }`);
const source = `const sleep = ${sleep}\nexport const handlers = () => ( { ${bodies.join()} } )`;
const runtime = createHandlerRuntime(new Sandbox({ sliceMs: 2000 }), { source, lists: {} });
afterAll(() => runtime.close());

const WAITS = 'the code waits for something that never comes';
const RESTLESS = 'the code fires more than 1000 timers; time is virtual, and Date.now stays the real one';

it.each<[keyof typeof CODE, unknown]>([
  ['sleeps', true],
  ['tooMany', RESTLESS],
  ['order', ['first', 'a', 'b', 'b2', 'c!']],
  ['interval', 5],
  ['cleared', 0],
  ['request', ['answer', 'timeout']],
  ['leaves', 1],
  ['finds', 1],
  ['throws', 'late'],
  ['noFunction', 'a timer needs a function'],
  ['stuck', WAITS],
  ['wakes', 1],
  ['clock', true],
  ['never', RESTLESS],
  ['polls', RESTLESS],
  ...(['nan', 'negative', 'infinite', 'large', 'huge'] as const).map((name): [typeof name, unknown] => [
    name,
    ['b', 'a'],
  ]),
  ['longest', ['a', 'b']],
  ['loops', 'the code computed for longer than 2000 ms'],
])('%s', async (tool, expected) => {
  const answer = '{"status":200,"contentType":null,"url":"","text":"1"}';
  const found = await runtime.call({
    ...{ tool, stage: 'preRequest', input: {} },
    fetch: async () => answer,
  });
  expect(found.ok ? found.value : found.reason).toEqual(expected);
});
