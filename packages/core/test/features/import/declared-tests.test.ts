// Which tools declare too few tests for the rules of an island and enough for newer ones.
import { expect, it } from 'vitest';
import { countDeclaredEnough } from '../../../src/features/import/declared-tests.js';
import type { ImportSource } from '../../../src/features/import/logic/sources.js';
import { DEFAULT_BOOK, newerBook } from '../../../src/spec/books/registered.js';

const newer = newerBook(DEFAULT_BOOK) ?? DEFAULT_BOOK;

const parameter = (options: readonly string[] = []) => ({
  position: { key: 'q', value: '{{USER_PARAM}}', location: 'query' },
  z: { primitive: 'string()', options },
});
const tests = (...values: string[]) => values.map((q) => ({ _description: q, q }));

function sourceWith(parameters: readonly unknown[], declared: readonly unknown[]): ImportSource {
  return { main: { tools: { get: { parameters, tests: declared } } } } as unknown as ImportSource;
}

it.each([
  ['two of a required parameter', [parameter()], tests('a', 'b'), 1],
  ['two equal ones', [parameter()], tests('a', 'a'), 0],
  ['one of a required parameter', [parameter()], tests('a'), 0],
  ['enough for both', [parameter()], tests('a', 'b', 'c'), 0],
  ['one without a required parameter', [parameter(['optional()'])], tests('a'), 1],
  ['one without parameters', [], tests('a'), 1],
  ['none', [], [], 0],
])('%s', (_, parameters, declared, expected) => {
  const rules = { own: DEFAULT_BOOK.spec, newer: newer.spec };
  expect(countDeclaredEnough([sourceWith(parameters, declared)], [], rules)).toBe(expected);
  expect(
    countDeclaredEnough([sourceWith(parameters, declared)], [], { own: newer.spec, newer: newer.spec }),
  ).toBe(0);
});

it('a source that was refused has no tools', () => {
  const refused = { main: null } as unknown as ImportSource;
  expect(countDeclaredEnough([refused], [], { own: DEFAULT_BOOK.spec, newer: newer.spec })).toBe(0);
});
