// Keys are found in the text of a file and in the strings that the text puts together, each at its place.
import { describe, expect, it } from 'vitest';
import { parseJson } from '../../src/sources/parse-json.js';
import { parseModule } from '../../src/sources/parse-module.js';

const rest = 'aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1dE3fG5hJ7k';
const key = ['ghp', rest].join('_');
const placesIn = (text: string) => parseModule(text, { exports: ['main'] }).keyForms;

describe('places of keys', () => {
  it.each([
    ['a string', `export const main = {\n a: '${key}' };`, { line: 2, column: 6 }],
    ['a comment', `export const main = {};\n// ${key}`, { line: 2, column: 4 }],
    ['joined strings', `export const main = {\n a: 'ghp_' + '${rest}' };`, { line: 2, column: 5 }],
    [
      'joined constants',
      `const a = 'ghp_';\nexport const main = { a: a + '${rest}' };`,
      { line: 2, column: 26 },
    ],
    ['an escape', `export const main = { a: [ 'x', '\\x67hp_${rest}' ] };`, { line: 1, column: 33 }],
    ['a continued line', `export const main = {\n a: 'gh\\\np_${rest}' };`, { line: 2, column: 5 }],
    ['an escaped name', `export const main = {\n a: { '\\x67hp_${rest}': 1 } };`, { line: 2, column: 58 }],
  ])('%s', (_, text, place) => {
    expect(placesIn(text)).toEqual([place]);
  });

  it('names a key once, although the value repeats it', () => {
    expect(placesIn(`const a = '${key}';\nexport const main = { a, b: a + 'more', c: [ a ] };`)).toEqual([
      { line: 1, column: 12 },
    ]);
  });

  it('finds an escape in JSON', () => {
    const { keyForms } = parseJson(`{\n "a": "\\u0067hp_${rest}" }`, { root: 'list' });
    expect(keyForms).toEqual([{ line: 2, column: 7 }]);
  });
});
