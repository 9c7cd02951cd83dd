// JSON is read as JSON.parse reads it, with the place of each value, within limits.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJson } from '../../src/sources/parse-json.js';

const read = (text: string, limits = {}) => parseJson(text, { root: 'selection', limits });

describe('parseJson', () => {
  it('reads what JSON.parse reads, and gives each value its place', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), fc.constantFrom(0, 2, '\t'), (value, space) => {
        const text = JSON.stringify(value, null, space);
        const { value: found, problems } = read(text);
        expect(problems.filter(({ code }) => code !== 'SEL-012')).toEqual([]);
        if (!text.includes('"__proto__"')) expect(found).toEqual(JSON.parse(text));
      }),
      { numRuns: 300 },
    );
  });

  it('refuses what JSON.parse refuses, with a place inside the text', () => {
    const broken = fc
      .tuple(fc.jsonValue({ maxDepth: 3 }), fc.nat(), fc.constantFrom('', ',', '"', '}', 'x', '/*', "'"))
      .map(([value, at, sign]) => {
        const text = JSON.stringify(value, null, 1);
        const cut = at % (text.length + 1);
        return sign === '' ? text.slice(0, cut) : `${text.slice(0, cut)}${sign}${text.slice(cut)}`;
      });
    fc.assert(
      fc.property(broken, (text) => {
        const { problems, exportName } = read(text);
        const isJson = (() => {
          try {
            JSON.parse(text);
            return true;
          } catch {
            return false;
          }
        })();
        expect(exportName).toBe(isJson ? 'selection' : null);
        if (isJson) return;
        expect(problems.map(({ code }) => code)).toEqual(['SEL-011']);
        const { line = 0, column = 0 } = problems[0]?.where ?? {};
        const row = text.split('\n')[line - 1];
        expect(row).toBeDefined();
        expect(column).toBeLessThanOrEqual((row?.length ?? 0) + 1);
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['a comment', '{\n  // no\n  "a": 1\n}', 2, 3],
    ['a trailing comma', '{\n  "a": 1,\n}', 3, 1],
    ['a trailing comma in a list', '[1,\n]', 2, 1],
    ['single quotes', "{ 'a': 1 }", 1, 3],
    ['an end too soon', '{ "a": [1, 2', 1, 13],
    ['two values', '{} {}', 1, 4],
    ['nothing', '', 1, 1],
    ['a bare line break', '{ "a": "b\nc" }', 1, 8],
    ['a text without end', '{ "a": "b', 1, 8],
    ['NaN', '{ "a": NaN }', 1, 8],
    ['a leading zero', '{ "a": 012 }', 1, 9],
    ['a missing colon', '{ "a" 1 }', 1, 7],
  ])('gives the place of %s', (_, text, line, column) => {
    expect(read(text).problems).toMatchObject([{ code: 'SEL-011', where: { line, column } }]);
  });

  it.each([
    ['// a\n{ "a": 1 } // b', { a: 1 }],
    ['/* a\n * b */[1, /* c */ 2 /**/]/* d */', [1, 2]],
    ['{ "a": /* b */ 1, // c\r\n /* d */ }', { a: 1 }],
    ['{ "a" /* : */ : [1, 2, ], }', { a: [1, 2] }],
    ['{ "a": "// b", "c": "/* d */" }', { a: '// b', c: '/* d */' }],
    ['[[], {}, ]', [[], {}]],
  ])('reads %j where comments and trailing commas are accepted', (text, value) => {
    const { value: found, problems } = parseJson(text, { root: '', comments: true });
    expect([found, problems]).toEqual([value, []]);
  });

  it.each([
    ['/* a', 1, 1],
    ['[1 / 2]', 1, 4],
    ['[,]', 1, 2],
    ['[1,,]', 1, 4],
    ['{,}', 1, 2],
    ['{ "a": 1 } /* b */ 2', 1, 20],
    ['/*/ 1', 1, 1],
  ])('refuses %j even there', (text, line, column) => {
    expect(parseJson(text, { root: '', comments: true }).problems).toMatchObject([
      { code: 'SEL-011', where: { line, column } },
    ]);
  });

  it('gives the right place with a byte-order mark, Windows line breaks and escapes', () => {
    const text = '\uFEFF{\r\n  "a\\u0062": [\r\n    { "c": "\\"" },\r\n    true\r\n  ]\r\n}';
    const { value, locate } = read(text);
    expect(value).toEqual({ ab: [{ c: '"' }, true] });
    expect(locate(['ab', 0, 'c'])).toEqual({ line: 3, column: 12 });
    expect(locate(['ab', 1])).toEqual({ line: 4, column: 5 });
    expect(locate(['missing'])).toEqual({ line: 1, column: 1 });
  });

  it('reports duplicate keys; the last value counts', () => {
    const { value, duplicateKeys } = read('{ "a": 1,\n  "b": { "c": 1, "c": 2 }, "a": 3 }');
    expect(value).toEqual({ a: 3, b: { c: 2 } });
    expect(duplicateKeys).toEqual([
      { path: ['b'], key: 'c', position: { line: 2, column: 18 } },
      { path: [], key: 'a', position: { line: 2, column: 28 } },
    ]);
  });

  it('refuses a key that an object cannot hold as a member, and no other', () => {
    const { value, problems, refused } = read('{ "__proto__": { "x": 1 }, "constructor": 1 }');
    expect(problems).toMatchObject([
      { code: 'SEL-012', where: { path: 'selection.__proto__', line: 1, column: 3 } },
    ]);
    expect(refused).toEqual([['__proto__']]);
    expect(Object.entries(Object(value))).toEqual([['constructor', 1]]);
    expect(Reflect.get(Object(value), 'x')).toBeUndefined();
  });

  it.each([
    ['{"a":{"__proto__":1},"a":5}', { a: 5 }],
    ['{"a":[{"__proto__":1}],"a":[]}', { a: [] }],
    ['{"a":{"b":{"__proto__":1}},"a":null}', { a: null }],
    ['{"a":{"__proto__":1},"a":{"__proto__":2,"c":3}}', { a: { c: 3 } }],
    ['{"__proto__":{"__proto__":1},"a":{"__proto__":{}}}', { a: {} }],
  ])('refuses it also where a later value replaces its owner: %s', (text, expected) => {
    const { value, problems } = read(text);
    expect(value).toEqual(expected);
    expect(JSON.stringify(value)).toBe(JSON.stringify(expected));
    expect(new Set(problems.map(({ code }) => code))).toEqual(new Set(['SEL-012']));
  });

  it.each([
    ['depth', '['.repeat(200) + ']'.repeat(200), {}],
    ['a hostile depth', '['.repeat(1_000_000), {}],
    ['values', `[${'1,'.repeat(50)}1]`, { maxNodes: 20 }],
    ['length', `"${'a'.repeat(50)}"`, { maxBytes: 20 }],
  ])('has a limit of %s', (_, text, limits) => {
    expect(read(text, limits).problems).toMatchObject([{ code: 'SRC-003' }]);
  });

  it('refuses a NUL byte', () => {
    expect(read('{ "a": "\0" }').problems).toMatchObject([{ code: 'SRC-004', where: { column: 9 } }]);
  });
});
