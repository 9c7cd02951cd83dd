// A module is read from its syntax tree: values, exports, limits, and refusals with their places.
import { describe, expect, it } from 'vitest';
import { describeProblem } from '../../src/problems/error-codes.js';
import { parseModule } from '../../src/sources/parse-module.js';

const read = (text: string) => parseModule(text, { exports: ['main', 'schema'] });
const readValue = (expression: string, before = '') => read(`${before}\nexport const main = ${expression};`);

describe('values', () => {
  it.each<[string, unknown, string?]>([
    ['{ a: 1, "b c": "x", 3: null, [`d`]: true }', { a: 1, 'b c': 'x', 3: null, d: true }],
    ['[1, [2], ...[3, 4], -5, +"6", !0]', [1, [2], 3, 4, -5, 6, true]],
    [`\`a\${1}b\${"c"}\${null}\``, 'a1bcnull'],
    ['"a" + 1 + (2 + 3) + true', 'a15true'],
    ['1 + 2', 3],
    ['1_000 + 0x10', 1016],
    [
      '{ ...A, b: A.list[1], c: A["x"] }',
      { x: 1, list: [1, 2], b: 2, c: 1 },
      'const A = { x: 1, list: [1, 2] };',
    ],
    ['{ A }', { A: 'short' }, 'const A = "short";'],
    ['{ ...null, a: 1 }', { a: 1 }],
    ['{ a: undefined }', { a: undefined }],
    [
      '{ constructor: 1, toString: 2, hasOwnProperty: 3 }',
      { constructor: 1, toString: 2, hasOwnProperty: 3 },
    ],
  ])('%s', (expression, expected, before) => {
    const reading = readValue(expression, before);
    expect(reading.problems).toEqual([]);
    expect(reading.value).toEqual(expected);
    expect(Object.keys(Object(reading.value))).toEqual(Object.keys(Object(expected)));
  });

  it('reads a long sum of texts without deep recursion', () => {
    const reading = readValue(Array.from({ length: 3000 }, () => '"x"').join(' + '));
    expect(reading.value).toBe('x'.repeat(3000));
  });
});

describe('refusals', () => {
  const refused: [string, string, string, string?][] = [
    ['JSON.stringify({})', 'SRC-002', 'calls a function'],
    ['new Date()', 'SRC-002', 'creates an object with new'],
    ['yes ? 1 : 2', 'SRC-002', 'chooses a value by a condition', 'const yes = true;'],
    ['tag`x`', 'SRC-002', 'calls a function on a template'],
    ['process.env.KEY', 'SRC-002', 'refers to process'],
    ['count', 'SRC-002', 'which is not a plain constant', 'let count = 1;'],
    ['named', 'SRC-002', 'which is imported', 'import { named } from "./x.mjs";'],
    ['A.missing', 'SRC-002', 'reads the member missing', 'const A = {};'],
    ['A.toString', 'SRC-002', 'reads the member toString', 'const A = {};'],
    ['{ ["__proto__"]: {} }', 'SRC-002', 'sets __proto__'],
    ['{ __proto__: {} }', 'SRC-002', 'sets __proto__'],
    ['{ "__proto__": null }', 'SRC-002', 'sets __proto__'],
    ['[...{ a: 1 }]', 'SRC-002', 'spreads a value that is not a list'],
    ['{ ...[1] }', 'SRC-002', 'spreads a value that is not an object'],
    [`\`\${{}}\``, 'SRC-002', 'turns an object'],
    ['typeof 1', 'SRC-002', 'uses the operator typeof'],
    ['2 * 3', 'SRC-002', 'uses the operator *'],
    ['{ get a() { return 1; } }', 'SEC017', 'a getter or setter'],
    ['{ set a(x) {} }', 'SEC017', 'a getter or setter'],
    ['{ a() {} }', 'SEC017', 'a method'],
    ['() => 1', 'SEC017', 'a function'],
    ['run', 'SEC017', 'a function', 'function run() {}'],
    ['class {}', 'SEC017', 'a class'],
    ['/x/', 'SEC017', 'a regular expression'],
    ['1n', 'SEC017', 'a bigint'],
  ];

  it.each(refused)('%s', (expression, code, reason, before = '') => {
    const reading = readValue(`{ ok: 1, bad: ${expression} }`, before);
    const [found] = reading.problems;
    expect(found).toMatchObject({ code, where: { path: expect.stringContaining('main.bad'), line: 2 } });
    expect(found && describeProblem(found).message).toContain(reason);
    expect(reading.value).toMatchObject({ ok: 1 });
    expect(reading.refused[0]?.[0]).toBe('bad');
  });

  it('reports all of them, each at its place, and keeps what it could read', () => {
    const reading = read('export const main = {\n  a: f(),\n  b: [1, g()],\n  c: 3,\n};');
    expect(reading.problems.map(({ where }) => where)).toEqual([
      { path: 'main.a', line: 2, column: 6 },
      { path: 'main.b[1]', line: 3, column: 10 },
    ]);
    expect(reading.value).toEqual({ a: undefined, b: [1, undefined], c: 3 });
    expect(reading.refused).toEqual([['a'], ['b', 1]]);
  });

  it('reports the reason of a refused constant once and marks each use', () => {
    const reading = read('const A = { x: f() };\nexport const main = { one: A, two: A };');
    expect(reading.problems).toHaveLength(1);
    expect(reading.refused).toEqual([['one', 'x'], ['two']]);
  });

  it('refuses a constant that is defined only later, as an engine would', () => {
    const [found] = read('export const main = { a: late };\nconst late = 1;').problems;
    expect(found && describeProblem(found).message).toContain('before it is defined');
  });

  it('does not hang on constants that refer to each other', () => {
    const reading = read('const a = { b };\nconst b = { a };\nexport const main = { a };');
    expect(reading.problems[0]).toMatchObject({ code: 'SRC-002', where: { line: 1 } });
  });

  it.each([
    ['Object.assign(main, { evil: 1 });'],
    ['main.tools.x = 1;'],
    ['const { tools } = main;\ntools.x = 1;'],
    ['function change() { main.a = 2; }\nchange();'],
    ['const result = change(main);'],
    ['delete main.a;'],
    ['for (const key of [1]) { main.a = key; }'],
  ])('code that runs at load and can change the value: %s', (code) => {
    const reading = read(`export const main = { a: 1, tools: {} };\n${code}`);
    expect(reading.problems.map((found) => found.code)).toContain('SRC-002');
  });

  it.each([
    ['while (true) {}'],
    ['process.exit(1);'],
    ['console.log("hello");'],
    ['const now = Date.now();'],
    ['export const handlers = () => { main.a = 2; return {}; };'],
  ])('other code at load does not concern the reader: %s', (code) => {
    const reading = read(`export const main = { a: 1 };\n${code}`);
    expect(reading.problems).toEqual([]);
    expect(reading.value).toEqual({ a: 1 });
  });
});

describe('exports', () => {
  it.each<[string, string | null, unknown]>([
    ['export const main = { a: 1 };', 'main', { a: 1 }],
    ['const main = { a: 1 };\nexport { main };', 'main', { a: 1 }],
    ['const data = { a: 1 };\nexport { data as main };', 'main', { a: 1 }],
    ['const data = { a: 1 };\nexport const main = data;', 'main', { a: 1 }],
    ['export const schema = { a: 1 };', 'schema', { a: 1 }],
    ['export const schema = 1;\nexport const main = 2;', 'main', 2],
    ['export default { a: 1 };', null, undefined],
    ['const main = { a: 1 };', null, undefined],
  ])('%s', (text, exportName, value) => {
    const reading = read(text);
    expect(reading).toMatchObject({ exportName, value, problems: [] });
  });

  it.each([
    ['export let main = {};', 'which is not a plain constant'],
    ['export { main } from "./other.mjs";', 'comes from another module'],
    ['export function main() {}', 'a function'],
  ])('%s is refused', (text, reason) => {
    const [found] = read(text).problems;
    expect(found && describeProblem(found).message).toContain(reason);
  });
});

describe('text', () => {
  it('reports a syntax error with its place', () => {
    const reading = read('export const main = {\n  a: [1, 2\n');
    expect(reading.problems).toMatchObject([{ code: 'SRC-001', where: { line: 3, column: 1 } }]);
  });

  it('accepts a byte-order mark and CRLF', () => {
    const reading = read('\uFEFFexport const main = {\r\n  a: 1,\r\n  b: f(),\r\n};\r\n');
    expect(reading.problems[0]?.where).toEqual({ path: 'main.b', line: 3, column: 6 });
    expect(reading.locate([])).toEqual({ line: 1, column: 21 });
  });

  it('refuses a NUL byte', () => {
    expect(read('export const main = "a\0b";').problems).toMatchObject([
      { code: 'SRC-004', where: { line: 1, column: 23 } },
    ]);
  });
});

describe('limits', () => {
  const limits = { maxDepth: 20, maxNodes: 200, maxBytes: 1000 };
  const readLimited = (text: string) => parseModule(text, { exports: ['main'], limits });
  const nest = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

  it.each([
    ['too deep', `export const main = ${nest(21)};`],
    ['too many values', `export const main = [${'1,'.repeat(250)}];`],
    ['too large', `export const main = "${'x'.repeat(1000)}";`],
    ['many uses of one constant', `const a = [${'1,'.repeat(50)}];\nexport const main = [a, a, a, a, a];`],
    [
      'lists of lists of lists',
      `const a = [1, 1, 1, 1];${Array.from({ length: 9 }, (_, at) => `const a${at} = [${'x,x,x,x'.replaceAll('x', at === 0 ? 'a' : `a${at - 1}`)}];`).join('')}export const main = a8;`,
    ],
    [
      'a text that doubles',
      `const t0 = "0123456789";${Array.from({ length: 8 }, (_, at) => `const t${at + 1} = t${at} + t${at};`).join('')}export const main = t8;`,
    ],
  ])('%s', (_, text) => {
    expect([...new Set(readLimited(text).problems.map(({ code }) => code))]).toEqual(['SRC-003']);
  });

  it('allows exactly the limit', () => {
    expect(readLimited(`export const main = ${nest(20)};`).problems).toEqual([]);
  });

  it('survives nesting that no parser can handle', () => {
    expect(read(`export const main = ${nest(200_000)};`).problems.map(({ code }) => code)).toEqual([
      'SRC-003',
    ]);
  });

  it('stops reporting after a hundred refusals', () => {
    const { problems } = read(`export const main = [${'f(),'.repeat(500)}];`);
    expect(problems).toHaveLength(101);
    expect(problems[100]?.code).toBe('SRC-003');
  });
});

describe('places', () => {
  const reading = read(
    'const P = { key: "id" };\nexport const main = {\n  tools: { a: { list: [1, { z: 2 }], p: P } },\n};',
  );

  it.each<[(string | number)[], number, number]>([
    [[], 2, 21],
    [['tools', 'a', 'list', 1], 3, 27],
    [['tools', 'a', 'list', 1, 'z'], 3, 32],
    [['tools', 'a', 'list', 1, 'missing', 'x'], 3, 27],
    [['tools', 'nothing'], 3, 10],
    [['tools', 'a', 'p', 'key'], 1, 18],
  ])('%j', (path, line, column) => {
    expect(reading.locate(path)).toEqual({ line, column });
  });

  it('finds duplicate names, but not those that a spread is meant to replace', () => {
    const { duplicateKeys, value } = read(
      'const A = { x: 0 };\nexport const main = { t: { a: 1,\n a: 2 }, s: { ...A, x: 1 } };',
    );
    expect(duplicateKeys).toEqual([{ path: ['t'], key: 'a', position: { line: 3, column: 2 } }]);
    expect(value).toEqual({ t: { a: 2 }, s: { x: 1 } });
  });
});

it('finds the comments that mark proposed tests, and no others', () => {
  const text = [
    'export const main = { tests: [',
    `  { a: 'proposed: x' }, // proposed: a from its enum`,
    '  // proposed by nobody, and not proposed:',
    '  { a: 1 } /* proposed: b */',
    '], docs: [ /* proposed: by nobody */ ] };',
    '// proposed: by nobody',
  ].join('\n');
  expect(parseModule(text, { exports: ['main'] }).proposedAt).toEqual([
    { line: 2, column: 25 },
    { line: 4, column: 12 },
  ]);
  expect(parseModule('export const main = {};', { exports: ['main'] })).not.toHaveProperty('proposedAt');
});
