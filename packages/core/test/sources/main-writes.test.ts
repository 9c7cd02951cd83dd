// Handler code that writes to the exported value is found by what it reaches; code that only reads or copies is not.
import { describe, expect, it } from 'vitest';
import { parseModule } from '../../src/sources/parse-module.js';

const MAIN = `const shared = [ { z: { primitive: 'string()' } } ]
const texts = { hint: 'x' }
export const main = {
  root: 'https://api.example.org', tags: [ 'a', 'b' ], headers: { ...texts },
  tools: { find: { description: 'Finds.', tests: [ { q: 'a' } ], parameters: shared } },
}
`;

/** Paths of the writes in a module with this main. */
function writesIn(code: string, main = MAIN): string[] {
  const { handlers } = parseModule(`${main}${code}`, { exports: ['main', 'schema'] });
  return handlers.kind === 'none' ? [] : (handlers.writes ?? []).map(({ path }) => path);
}

const factory = (code: string) => writesIn(`export const handlers = () => { ${code}; return {} }`);

describe('a write to main', () => {
  it.each<[string, string]>([
    [`main.root = 'x'`, 'main.root'],
    [`main.tools.find.description += 'x'`, 'main.tools.find.description'],
    [`main.tools[ 'find' ].description ??= 'x'`, 'main.tools.find.description'],
    [`main.tags.length = 0`, 'main.tags.length'],
    [`main.tags[ 0 ]++`, 'main.tags[0]'],
    [`delete main.tools.find`, 'main.tools.find'],
    [`delete main?.tools?.find`, 'main.tools.find'],
    [`[ main.root ] = [ 'x' ]`, 'main.root'],
    [`( { a: main.root, ...main.headers.rest } = { a: 'x' } )`, 'main.root'],
    [`for( main.root of [ 'x' ] ) {}`, 'main.root'],
    [`for( const key in main.tools ) main.tools[ key ].description = 'x'`, 'main.tools'],
    [`Object.assign( main.tools.find, { description: 'x' } )`, 'main.tools.find'],
    [`Object.defineProperty( main, 'root', { value: 'x' } )`, 'main.root'],
    [`Object.defineProperties( main.tools, {} )`, 'main.tools'],
    [`Object.setPrototypeOf( main.tools, {} )`, 'main.tools'],
    [`Reflect.set( main, 'root', 'x' )`, 'main.root'],
    [`Reflect.deleteProperty( main, 'root' )`, 'main.root'],
    [`const { assign } = Object; assign( main, { root: 'x' } )`, 'main'],
    [`globalThis.Object.assign( main, { root: 'x' } )`, 'main'],
    [`main.tags.push( 'x' )`, 'main.tags'],
    [`main.tags.sort().join()`, 'main.tags'],
    [`main.tools.find.tests.splice( 0, 1 )`, 'main.tools.find.tests'],
    [`Array.prototype.push.call( main.tags, 'x' )`, 'main.tags'],
    [`main.__proto__ = {}`, 'main.__proto__'],
  ])('%s', (code, path) => expect(factory(code)).toContain(path));

  it.each<[string, string]>([
    [`const m = main; m.root = 'x'`, 'main.root'],
    [`let m; m = main; m.root = 'x'`, 'main.root'],
    [`const { tools } = main; tools.find.description = 'x'`, 'main.tools.find.description'],
    [`const { tools: { find } } = main; find.description = 'x'`, 'main.tools.find.description'],
    [`const { root, ...others } = main; others.tools.find = root`, 'main.tools.find'],
    [`const all = { main }; all.main.root = 'x'`, 'main.root'],
    [`const copy = { ...main }; copy.tools.find = 'x'`, 'main.tools.find'],
    [`const list = [ ...main.tools.find.tests ]; list[ 0 ].q = 'x'`, 'main.tools.find.tests'],
    [`shared[ 0 ].z.primitive = 'number()'`, 'main.tools.find.parameters[0].z.primitive'],
    [`shared.push( {} )`, 'main.tools.find.parameters'],
    [`for( const test of main.tools.find.tests ) test.q = 'x'`, 'main.tools.find.tests'],
    [`for( const tool of Object.values( main.tools ) ) tool.description = 'x'`, 'main.tools'],
    [`for( const [ , tool ] of Object.entries( main.tools ) ) tool.description = 'x'`, 'main.tools'],
    [`Object.values( main.tools ).forEach( ( tool ) => { tool.description = 'x' } )`, 'main.tools'],
    [`main.tools.find.tests.map( ( test ) => Object.assign( test, { q: 1 } ) )`, 'main.tools.find.tests'],
    [`const change = ( it, value ) => { it.root = value }; change( main, 'x' )`, 'main.root'],
    [`const m = settings ?? main; m.root = 'x'`, 'main.root'],
    [`( settings ? settings : main ).root = 'x'`, 'main.root'],
    [`function change( { tools } ) { tools.find = 'x' } change( main )`, 'main.tools.find'],
    [`const { m = main } = settings; m.root = 'x'`, 'main.root'],
    [`const change = ( it = main ) => { it.root = 'x' }; change()`, 'main.root'],
    [`const held = {}; held.it = main; held.it.root = 'x'`, 'main.root'],
    [`let m; ( m = main ).root = 'x'`, 'main.root'],
    [`Object.freeze( main.tools ).find = 'x'`, 'main.tools.find'],
    [`Object.assign( {}, main ).tools.find = 'x'`, 'main.tools.find'],
    [`Reflect.get( main, 'tools' ).find = 'x'`, 'main.tools.find'],
    [
      `Object.values( main.tools ).find( ( { description } ) => description ).description = 'x'`,
      'main.tools',
    ],
    [`Object.values( main.tools ).filter( Boolean ).slice( 1 )[ 0 ].description = 'x'`, 'main.tools'],
    [`for( const test of Array.from( main.tools.find.tests ) ) test.q = 'x'`, 'main.tools.find.tests'],
    [`main.tools.__defineGetter__( 'find', () => 1 )`, 'main.tools'],
  ])('through another name: %s', (code, path) => expect(factory(code)).toContain(path));

  it.each<[string, string]>([
    ['const get = () => main', 'get().root = "x"'],
    ['const get = () => main', 'const m = get(); m.root = "x"'],
    ['const get = () => main', 'const { tools } = get(); tools.find.description = "x"'],
    ['const get = () => main', 'Object.assign( get(), { root: "x" } )'],
    ['const get = () => main', 'get().tags.push( "x" )'],
    ['const get = () => main', 'delete get()?.tools.find'],
    [
      'const get = async () => { if( texts.hint ) { return main.tools } }',
      '( async () => { ( await get() ).find = 1 } )()',
    ],
    ['function get( name ) { return main.tools[ name ] }', 'get( "find" ).description = "x"'],
    ['const made = () => () => main', 'made()().root = "x"'],
    ['const get = () => main\nconst again = () => get()', 'again().root = "x"'],
    ['const get = () => main\nconst other = get', 'other().root = "x"'],
    ['const same = ( it ) => it', 'same( main ).root = "x"'],
    ['const same = ( it ) => it', 'same( same( main ) ).root = "x"'],
    ['const pick = ( { tools }, name ) => tools[ name ]', 'pick( main, "find" ).description = "x"'],
    ['const get = ( it = main ) => it', 'get().root = "x"'],
    ['const held = { get: () => main }', 'held.get().root = "x"'],
    ['const held = { get it() { return main } }', 'held.it.root = "x"'],
    ['const all = () => ( { it: main } )', 'all().it.root = "x"'],
    ['', '( () => main )().root = "x"'],
  ])('through what a function returns: %s; %s', (before, code) => {
    const found = writesIn(`${before}\nexport const handlers = () => { ${code}; return {} }`);
    expect(found).toEqual([expect.stringMatching(/^main/)]);
  });

  it.each<[string, string]>([
    ['export function handlers() { main.root = "x"; return {} }', 'in the factory'],
    ['const make = () => { main.root = "x"; return {} }\nexport { make as handlers }', 'under another name'],
    [
      'export const handlers = () => ( { find: { postRequest: async ( { response } ) => { main.root = "x"; return { response } } } } )',
      'in a stage',
    ],
    [
      'const change = () => { main.root = "x" }\nexport const handlers = () => { change(); return {} }',
      'in a function it calls',
    ],
    [
      'const find = { preRequest: async () => { main.root = "x" } }\nexport const handlers = () => ( { find } )',
      'in a constant it returns',
    ],
    ['const m = main\nexport const handlers = () => { m.root = "x"; return {} }', 'through a constant'],
  ])('%s', (code) => expect(writesIn(code)).toEqual(['main.root']));

  it('is found under the legacy name, and in a computed main', () => {
    const code = 'export const handlers = () => { schema.root = "x"; return {} }';
    expect(writesIn(code, 'export const schema = { root: "y" }\n')).toEqual(['schema.root']);
    const computed = 'export const handlers = () => { main.root = "x"; return {} }';
    expect(writesIn(computed, 'export const main = build()\n')).toEqual(['main.root']);
  });

  it('is reported with its place, each place once, in the order of the text', () => {
    const { handlers } = parseModule(
      'export const main = { root: "x", tags: [] }\nexport const handlers = () => {\n  main.root = 1\n  main.tags.push( 1 )\n  return {}\n}',
      { exports: ['main'] },
    );
    expect(handlers).toMatchObject({
      writes: [
        { path: 'main.root', at: { line: 3, column: 3 } },
        { path: 'main.tags', at: { line: 4, column: 3 } },
      ],
    });
  });
});

describe('code that writes to no part of main', () => {
  it.each([
    [`const root = main.root + '/v2'`],
    [`const copy = { ...main }; copy.root = 'x'`],
    [`const copy = structuredClone( main ); copy.tools.find = 'x'`],
    [`const tags = [ ...main.tags ].sort(); tags.push( 'x' )`],
    [`const tags = main.tags.slice(); tags.push( main.root )`],
    [`const all = Object.assign( {}, main, { root: 'x' } )`],
    [`const { root, ...others } = main; others.tools = root`],
    [`const seen = {}; seen[ main.root ] = main.tools`],
    [`const holder = { main }; holder.other = 1; holder.main = null`],
    [`const change = ( main ) => { main.root = 'x' }; change( {} )`],
    [`{ const main = {}; main.root = 'x' }`],
    [`const names = Object.keys( main.tools ); names.push( 'x' )`],
    [`const names = main.tools.find.tests.map( ( test ) => ( { ...test } ) ); names[ 0 ].q = 'x'`],
    [`texts.hint = 'y'`],
    [`Object.freeze( main )`],
    [`const same = ( it ) => it; const mine = same( {} ); mine.root = same( main ).root`],
    [`const get = ( it = main ) => it; const mine = get( {} ); mine.root = 'x'`],
    [`const copy = () => ( { ...main } ); const mine = copy(); mine.root = 'x'`],
    [`const make = ( { headers } ) => ( { ...headers } ); make( main ).a = 'x'`],
    [`const all = Object.values( main.tools ); all.push( 'x' ); all[ 0 ] = 'y'`],
    [`const few = main.tags.filter( Boolean ); few.push( 'x' ); few.length = 1`],
    [`const held = {}; held.it = main; held.it = {}; held.other.root = 'x'; held.it2 = 1`],
    [`const seen = {}; seen[ main.root ] = main; seen.other.root = 'x'`],
    [`const loop = ( it ) => loop( it ); loop( main ).root = 'x'`],
    [`const text = ( ( it ) => it.root )( main ); const list = [ text ]; list.push( 'x' )`],
    [
      `const headers = main.headers; return { find: { preRequest: async ( { struct } ) => { struct.headers = headers } } }`,
    ],
  ])('%s', (code) => expect(factory(code)).toEqual([]));

  it.each([
    [
      'const change = () => { main.root = "x" }\nexport const handlers = () => ( {} )',
      'code no handler reaches',
    ],
    ['export const other = () => { main.root = "x" }', 'a module without handlers'],
    [
      'main.root = "x"\nexport const handlers = () => ( {} )',
      'code that runs while the module loads (SRC-002)',
    ],
  ])('%s', (code) => expect(writesIn(code)).toEqual([]));
});
