// The number of distinct parameter sets of a tool, and the bar that follows.

import { describe, expect, it } from 'vitest';
import { countDistinct, possibleParameterSets } from '../../../../src/pretest/logic/judge-tool.js';
import { expandEnum } from '../../../../src/sources/logic/parameter-options.js';
import { DEFAULT_BOOK } from '../../../../src/spec/books/registered.js';
import type { ParameterDefinition, ToolTest } from '../../../../src/spec/schema-main.js';
import { fixed, noLists, toolWith, user } from './schema-fixture.js';

const lists = {
  resolved: { evmChains: [{ alias: 'eth', id: 1 }, { alias: 'pol', id: 137, slug: null }, { alias: 'eth' }] },
  unresolved: [],
};

describe('expandEnum', () => {
  it.each([
    ['enum(a,b)', ['a', 'b']],
    ['enum( a , b,a )', ['a', 'b']],
    ['enum({{evmChains:alias}})', ['eth', 'pol']],
    ['enum(all,{{evmChains:id}})', ['all', '1', '137']],
    ['enum()', []],
  ])('%s', (primitive, values) => {
    expect(expandEnum(primitive, lists)).toEqual({ kind: 'values', values });
  });

  it.each([
    ['enum({{nope:alias}})', 'nope', 'alias'],
    ['enum(a,{{evmChains:slug}})', 'evmChains', 'slug'],
    ['enum({{constructor:name}})', 'constructor', 'name'],
  ])('%s is unresolved and named', (primitive, list, field) => {
    expect(expandEnum(primitive, lists)).toEqual({ kind: 'unresolved', list, field });
  });

  it('returns null for other primitives', () => {
    expect(expandEnum('string()', lists)).toBeNull();
  });
});

describe('possibleParameterSets and the bar', () => {
  it.each<[string, ParameterDefinition[], number | 'many' | 'parameterless', number]>([
    ['no parameters', [], 'parameterless', 3],
    ['constants only', [fixed('a', '1')], 'parameterless', 3],
    ['a text', [user('a')], 'many', 3],
    ['an enum of two', [user('a', 'query', 'enum(x,y)')], 2, 2],
    ['an enum of one', [user('a', 'query', 'enum(x)')], 1, 1],
    ['an optional enum of one', [user('a', 'query', 'enum(x)', 'optional()')], 2, 2],
    ['default among the values', [user('a', 'query', 'enum(x,y)', 'default(x)')], 2, 2],
    ['default beside the values', [user('a', 'query', 'enum(x,y)', 'default(z)')], 3, 3],
    ['a boolean', [user('a', 'query', 'boolean()')], 2, 2],
    ['an optional boolean', [user('a', 'query', 'boolean()', 'optional()')], 3, 3],
    ['a product', [user('a', 'query', 'boolean()'), user('b', 'query', 'enum(x,y,z)')], 6, 3],
    ['finite and not', [user('a', 'query', 'boolean()'), user('b')], 'many', 3],
    ['values(…)', [user('a', 'query', 'enum()', 'values(x,y)')], 2, 2],
    ['a list', [user('a', 'query', 'enum({{evmChains:alias}})')], 2, 2],
    ['an unresolved list', [user('a', 'query', 'enum({{nope:alias}})')], 'many', 3],
  ])('%s', (_, parameters, sets, bar) => {
    expect(possibleParameterSets(toolWith(parameters), lists)).toBe(sets);
    expect(DEFAULT_BOOK.spec.bar({ sets, required: 1 })).toBe(bar);
  });
});

describe('countDistinct', () => {
  it.each<[string, ParameterDefinition[], ToolTest[], number]>([
    ['a parameterless tool counts every run', [], [{}, {}, {}], 3],
    ['the same set counts once', [user('a')], [{ a: 1 }, { a: 1, _description: 'x' }, { a: 2 }], 2],
    ['5 and "5" are one request', [user('a')], [{ a: 5 }, { a: '5' }], 1],
    [
      'an omitted default is the default',
      [user('a', 'query', 'number()', 'default(1)')],
      [{}, { a: 1 }, { a: 2 }],
      2,
    ],
    ['left out and given differ', [user('a', 'query', 'string()', 'optional()')], [{}, { a: '' }], 2],
    [
      'keys that are no parameter do not count',
      [user('a')],
      [
        { a: 1, z: 1 },
        { a: 1, z: 2 },
      ],
      1,
    ],
    ['no tests', [user('a')], [], 0],
  ])('%s', (_, parameters, tests, expected) => {
    expect(countDistinct(toolWith(parameters), tests)).toBe(expected);
  });

  it('needs no lists', () => {
    expect(possibleParameterSets(toolWith([]), noLists)).toBe('parameterless');
  });
});
