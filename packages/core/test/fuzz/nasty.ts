import { gzipSync } from 'node:zlib';
import { autonomousEntry } from '../api/entries.js';
import { buildGoodMain } from '../rules/schema/good-schema.js';
import { buildGoodSkill } from '../rules/skill/good-skill.js';

/** Valid documents, one of each kind: variants of them get far into a parser. */
export const GOOD: Readonly<Record<string, string>> = {
  schema: `export const main = ${JSON.stringify(buildGoodMain())}\n`,
  skill: `export const skill = ${JSON.stringify(buildGoodSkill())}\n`,
  entry: JSON.stringify(autonomousEntry()),
  scores: JSON.stringify({
    scoringProtocol: 'v1',
    taskId: 'demo--2026-03-01T10-00-00Z--0123abcd',
    creator: { skill: 's', skillVersion: '1', kind: 'script' },
    harness: { name: 'h', version: '1' },
    timestamp: '2026-03-01T11:00:00Z',
    areas: [{ area: 'single-test', subject: 'a.b', schemaHash: '0123abcd', persona: null, answers: [] }],
  }),
  record: '{"candidate":"a text","score":0.5,"expected":{"a":[1,2]}}\n{"input":"x","output":"y"}',
  about:
    '# Identity\n\nText\n\n## Shared Lists\n- a\n\n## Limitations\n```js\n# no heading\n```\n| a | b |\n| - | - |\n',
  index: JSON.stringify({
    indexVersion: 2,
    namespace: 'demo',
    updatedAt: 'x',
    status: 'stable',
    summary: { retired: [] },
    schemas: {},
    skills: {},
    blockers: [],
    about: { status: 'x' },
    description: { status: 'x' },
    namespaceAggregate: { status: 'x' },
  }),
  journal: '{"seq":1,"previous":null,"at":"2026-03-01T10:00:00Z","kind":"test","path":"a","sha256":"b"}\n',
  list: 'export const list = { meta: { name: "a", version: "1.0.0" }, entries: [{ a: 1 }] }\n',
  server: '{"serverInfo":{"name":"x","version":"1"},"tools":[{"name":"a","inputSchema":{"type":"object"}}]}',
  intake: '{"quality_dimensions":[{"name":"a","weight":1,"description":"b"}],"hard_constraints":["c"]}',
  keys: 'A=\'b c\'\nB="d\\ne"\n# no\nexport C=1\n',
};

const LARGE = 150_000;
const deep = (open: string, close: string) => `${open.repeat(LARGE)}${close.repeat(LARGE)}`;
const module = (value: string) => `export const main = ${value}\n`;

/** Files that a user could hand in with bad intent, or by mistake. Generated here, because most are large. */
export const NASTY: Readonly<Record<string, string | Buffer>> = {
  nothing: '',
  blanks: ' \r\n\t\v\f\u00a0\ufeff',
  'a byte order mark twice': '\ufeff\ufeff{}',
  'NUL bytes': Buffer.alloc(1000),
  'a NUL in a text': '{"a":"b\0c"}',
  'invalid UTF-8': Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0xc0, 0x80, 0xed, 0xa0, 0x80, 0x22, 0x7d]),
  'UTF-16': Buffer.from('\ufeff{"a":1}', 'utf16le'),
  'something packed': gzipSync('{"a":1}'),
  'a program': Buffer.concat([Buffer.from([0x7f]), Buffer.from('ELF'), Buffer.alloc(4000, 0x90)]),
  'half of a character': '{"a":"\\ud800"}',
  'CR alone as line end': '{\r"a"\r:\r1\r}\r',
  'lists in lists': deep('[', ']'),
  'lists without an end': '['.repeat(LARGE),
  'objects in objects': deep('{"a":', '}').replace('}', '1}'),
  'a module of lists in lists': module(deep('[', ']')),
  'a module of brackets': module(deep('(', ')')),
  'a module of operators': module(`1${'+1'.repeat(LARGE / 2)}`),
  'a module of signs': module(`${'-'.repeat(1)}${'- '.repeat(LARGE / 2)}1`),
  'a module of templates': module(`${'`${'.repeat(10_000)}1${'}`'.repeat(10_000)}`),
  'a module of arrows': `${'()=>'.repeat(50_000)}1`,
  'a module of members': module(`a${'.b'.repeat(LARGE / 2)}`),
  'constants that double':
    `${Array.from({ length: 40 }, (_, at) => `const a${at + 1} = [a${at}, a${at}];`).join('\n')}`.replace(
      'a0, a0',
      '1, 1',
    ) + module('a40').replace('\n', ''),
  'a constant of itself': `const a = [a]; ${module('a')}`,
  'constants in a ring': `const a = { b }; const b = { a }; ${module('a')}`,
  'spread without an end': `const a = [...a, ...a]; ${module('[...a, ...a]')}`,
  'handlers full of names for main': `${module('{ a: { b: 1 } }')}export const handlers = () => { const n0 = main; ${Array.from(
    { length: 4_000 },
    (_, at) => `const n${at + 1} = { a: n${at}, b: n${at} }; n${at + 1}.a.b.c = 1;`,
  ).join('\n')} return {} }`,
  'handlers that choose': `${module('{}')}export const handlers = () => { ( main${' || main'.repeat(50_000)} ).a = 1; return {} }`,
  'handlers that call each other': `${module('{ a: 1 }')}${Array.from({ length: 60 }, (_, n) => `const f${n} = ( x ) => x ? f${n + 1}( f${n + 1}( x ) ) : f${n + 1}( x );`).join('')}const f60 = ( x ) => f0( x ); export const handlers = () => { ${'f0( main ).a = 1;'.repeat(3_000)} return {} }`,
  'handlers that hand main around': `${module('{ a: [ {} ] }')}const f = ( x ) => { ${'x.a.push( f( x.a ), f( x ) );'.repeat(3_000)} }; export const handlers = () => ( { f: f( main ) } )`,
  'keys of prototypes':
    '{"__proto__":{"x":1},"constructor":{"prototype":{"y":2}},"toString":1,"hasOwnProperty":null}',
  'a module with keys of prototypes': module(
    '{ __proto__: { tools: {} }, ["constructor"]: 1, toString() {}, get a() {} }',
  ),
  'a key many times': `{${'"a":1,'.repeat(50_000)}"a":2}`,
  'many keys': `{${Array.from({ length: 20_000 }, (_, at) => `"k${at}":${at}`).join(',')}}`,
  'many elements': `[${'{},'.repeat(LARGE)}{}]`,
  'a long text': `"${'x'.repeat(3_000_000)}"`,
  'a long line': 'x'.repeat(3_000_000),
  'many lines': '\n'.repeat(50_000),
  'lines of JSON': '{"candidate":"a"}\n'.repeat(20_000),
  'numbers at the edge': '[1e999,-1e999,1e-999,-0,9007199254740993,0.1e1,123456789012345678901234567890]',
  'a long number': `{"score":${'9'.repeat(100_000)}}`,
  NaN: '{"score":NaN}',
  'a date of nothing': '{"timestamp":"2026-02-30T25:61:61Z"}',
  'headings without an end': '# a\n'.repeat(20_000),
  'a heading of hashes': '#'.repeat(100_000),
  'fences that are not closed': '```\n'.repeat(9_999),
  'links in links': '['.repeat(50_000) + ']('.repeat(50_000),
  'stars and lines': '*_'.repeat(100_000),
  'a table without an end': '| a '.repeat(100_000),
  'comments that are not closed': '<!--'.repeat(50_000),
  'placeholders that are not closed': '{{'.repeat(100_000),
  'escapes of escapes': '%25%5C\\\\u005c&amp;amp;=3D'.repeat(3_000),
  backslashes: '\\'.repeat(300_000),
  'a torn escape': `"${'\\u12'.repeat(10_000)}`,
  'what could be a token': `${'eyJ'.repeat(50_000)}.eyJ.`,
  'keys without an end': `-----BEGIN RSA ${'PRIVATE'} KEY-----`.repeat(5_000),
  'names of names': `${'a--'.repeat(50_000)}2026-01-01T00-00-00Z--00000000.json`,
  'a path out': '../../../../etc/passwd\0.json',
  'every character once': String.fromCharCode(...Array.from({ length: 65_536 }, (_, at) => at)),
};
