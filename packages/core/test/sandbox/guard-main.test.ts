// Handlers see a main that is frozen at every depth: reading works as before, a write throws, is reported with its
// path, and cannot be hidden.
import { describe, expect, it } from 'vitest';
import { createHandlerRuntime } from '../../src/sandbox/handler-runtime.js';
import type { CodeEngine } from '../../src/sandbox/messages.js';
import { Sandbox } from '../../src/sandbox/sandbox.js';
import { TrustedProcess } from '../../src/sandbox/trusted-handlers/trusted-process.js';

const MAIN = `const shared = [ { a: 1 } ]
export const main = { root: 'https://api.example.org', tags: [ 'a', 'b' ], none: null, tools: { find: { description: 'Finds.', parameters: shared } } }
`;

const ENGINES: [string, () => CodeEngine][] = [
  ['sandbox', () => new Sandbox()],
  [
    'trusted process',
    () => new TrustedProcess({ libraries: [], folder: { path: '/nonexistent', shownAs: 'nowhere' } }),
  ],
];

async function inEngine(engine: CodeEngine, { factory = '', stage = 'return {}' }) {
  const source = `${MAIN}export const handlers = () => { ${factory}; return { find: { postRequest: async () => { ${stage} } } } }`;
  const runtime = createHandlerRuntime(engine, { source, lists: {} });
  try {
    const loaded = await runtime.load();
    if (!loaded.ok) return loaded;
    const fetch = async () => '{}';
    return await runtime.call({ tool: 'find', stage: 'postRequest', input: {}, fetch });
  } finally {
    await runtime.close();
  }
}

describe.each(ENGINES)('in the %s', (_, open) => {
  it('main reads as written', async () => {
    const stage = `const names = []
    for( const name in main.tools ) names.push( name )
    return { text: JSON.stringify( main ), copy: { ...main }, tags: [ ...main.tags ].sort().concat( main.tags.map( ( tag ) => tag + tag ) ),
      isList: Array.isArray( main.tags ), isSame: main.tools === main.tools, isObject: main instanceof Object, own: Object.keys( main ),
      has: 'root' in main, names, length: main.tags.length, frozen: [ main, main.tools, main.tools.find, main.tags ].every( Object.isFrozen ),
      none: main.none, missing: main.missing === undefined, again: Object.freeze( main.tools ) === main.tools }`;
    const main = {
      ...{ root: 'https://api.example.org', tags: ['a', 'b'], none: null },
      tools: { find: { description: 'Finds.', parameters: [{ a: 1 }] } },
    };
    expect(await inEngine(open(), { stage })).toEqual({
      ok: true,
      value: {
        ...{
          text: JSON.stringify(main),
          copy: main,
          tags: ['a', 'b', 'aa', 'bb'],
          isList: true,
          isSame: true,
        },
        ...{ isObject: true, own: ['root', 'tags', 'none', 'tools'], has: true, names: ['find'], length: 2 },
        ...{ frozen: true, none: null, missing: true, again: true },
      },
    });
  });

  it('a write fails and is reported with its path, even if the error is swallowed', async () => {
    const writes: [string, string][] = [
      [`main.root = 'x'`, 'main.root'],
      [`main.extra = 'x'`, 'main.extra'],
      [`main.tools.find.description = 'x'`, 'main.tools.find.description'],
      [`main.tags.push( 'x' )`, 'main.tags[2]'],
      [`main.tags.reverse()`, 'main.tags[0]'],
      [`main.tags.length = 0`, 'main.tags.length'],
      [`delete main.tools.find`, 'main.tools.find'],
      [`Object.assign( main.tools.find, { description: 'x' } )`, 'main.tools.find.description'],
      [`Object.defineProperty( main.tools, 'find', { value: 1 } )`, 'main.tools.find'],
      [`Object.setPrototypeOf( main.tools, {} )`, 'main.tools.__proto__'],
      [
        `Object.values( main.tools ).forEach( ( tool ) => { tool.description = 'x' } )`,
        'main.tools.find.description',
      ],
      [`try { main.root = 'x' } catch {}`, 'main.root'],
      [`Reflect.set( main.tools, 'find', 1 )`, 'main.tools.find'],
    ];
    const tools = writes.map(([code], at) => `t${at}: { postRequest: async () => { ${code}; return {} } }`);
    const good = `good: { postRequest: async () => ( { response: main.root } ) }`;
    const source = `${MAIN}export const handlers = () => ( { ${[...tools, good].join(', ')} } )`;
    const runtime = createHandlerRuntime(open(), { source, lists: {} });
    const call = (tool: string) =>
      runtime.call({ tool, stage: 'postRequest', input: {}, fetch: async () => '{}' });
    const told: unknown[] = [];
    for (const [at] of writes.entries()) told.push(await call(`t${at}`));
    // A later call does not report earlier writes.
    expect(await call('good')).toEqual({ ok: true, value: { response: 'https://api.example.org' } });
    await runtime.close();
    expect(told).toEqual(writes.map(([, path]) => ({ ok: false, reason: path, writesTo: path })));
  });

  it('a write of the factory is reported too', async () => {
    const factory = `try { main.tools.find.description = 'x' } catch {}`;
    const path = 'main.tools.find.description';
    expect(await inEngine(open(), { factory })).toEqual({ ok: false, reason: path, writesTo: path });
  });

  it('a part with another name is frozen under that name too', async () => {
    const result = await inEngine(open(), { stage: `shared[ 0 ].a = 2; return {}` });
    expect(result).toMatchObject({ ok: false });
  });

  it.each([
    ['export const main = Object.freeze( { a: { b: 1 } } )', '1'],
    ['const inner = { b: 1 }; inner.self = inner; export const main = { a: inner }', '1'],
    ['export const main = { a: { b: new Date( 0 ).getTime() } }', '0'],
    ['export const main = null', '{}'],
    ['export const schema = { a: { b: 1 } }', '2'],
  ])('a module with an unusual export still loads: %s', async (head, b) => {
    const source = `${head}\nexport const handlers = () => ( { find: { postRequest: async () => ( { b: ${b} } ) } } )`;
    const runtime = createHandlerRuntime(open(), { source, lists: {} });
    expect(await runtime.load()).toMatchObject({ ok: true });
    await runtime.close();
  });
});
