// Values of options: numbers, times, lists, origins; invalid ones are refused.
import { AREAS } from '@flowmcp/grading-core/commands';
import { describe, expect, it } from 'vitest';
import { defaultRuleSet, ruleSets } from '../../core/src/rules/mcp/rule-sets.js';
import { BASE_PERSONAS } from '../../core/src/spec/vocabulary.js';
import {
  collect,
  parseCount,
  parseList,
  parseMilliseconds,
  parseOrigins,
  parsePath,
  parsePersonaPair,
  parseSendKey,
} from '../src/options/parse-options.js';
import { LINT_RULE_SETS, parseBook } from '../src/options/rules-option.js';
import { AREAS_TO_ASK } from '../src/run/flags.js';

describe('values of options', () => {
  it.each(['0', '-1', '1.5', '1e3', '', ' 8', 'eight', '99999999999999999999'])('%j is refused', (text) => {
    expect(() => parseCount(text)).toThrow('a whole number of 1 or more was expected');
  });

  it.each([
    ['1', 1],
    ['250', 250],
  ])('%j is the count %i', (text, expected) => {
    expect(parseCount(text)).toBe(expected);
  });

  it.each([
    [0, '-1'],
    [0, '1s'],
    [0, '2147483648'],
    [1, '0'],
  ] as const)('with at least %i, milliseconds cannot be %j', (least, text) => {
    expect(() => parseMilliseconds(least)(text)).toThrow(`milliseconds from ${least} to 2147483647`);
  });

  it('takes the smallest and the largest time a timer can hold', () => {
    expect([parseMilliseconds(0)('0'), parseMilliseconds(1)('2147483647')]).toEqual([0, 2147483647]);
  });

  it('collects lists, given at once or one by one', () => {
    const parse = parseList(['a', 'b', 'c']);
    expect(parse('c', parse('a, b'))).toEqual(['a', 'b', 'c']);
    expect(() => parse('a,d')).toThrow('"d" is not one of a, b, c');
    expect(() => parse('')).toThrow('"" is not one of a, b, c');
  });

  it('collects origins', () => {
    const first = parseOrigins('https://api.example.org=http://127.0.0.1:8080');
    expect(parseOrigins('https://b.example.org/=http://127.0.0.1:1', first)).toEqual({
      'https://api.example.org': 'http://127.0.0.1:8080',
      'https://b.example.org/': 'http://127.0.0.1:1',
    });
  });

  it.each([
    'https://a.example',
    'a=b',
    'https://a.example/path=http://b',
    'ftp://a.example=http://b',
    '=http://b',
  ])('%j maps no origin', (text) => expect(() => parseOrigins(text)).toThrow('two origins were expected'));

  it('collects the hosts of a key', () => {
    const first = parseSendKey('A_KEY=a.example');
    expect(parseSendKey('constructor=c=d', parseSendKey('A_KEY=b.example:8080', first))).toEqual({
      A_KEY: ['a.example', 'b.example:8080'],
      constructor: ['c=d'],
    });
  });

  it.each(['A_KEY', '=a.example', 'A_KEY=', ''])('%j sends no key', (text) => {
    expect(() => parseSendKey(text)).toThrow('the name of a key and a host were expected');
  });

  it('collects repeated options', () => {
    expect(collect('b', collect('a'))).toEqual(['a', 'b']);
  });

  it('covers every area of the vocabulary, in its order', () => {
    expect(AREAS_TO_ASK).toEqual(AREAS);
  });
});

describe('a path', () => {
  it.each(['', '--json'])('%j is refused', (text) =>
    expect(() => parsePath(text)).toThrow('a path was expected'),
  );
  it('may be any other text', () => expect(parsePath('-')).toBe('-'));
});

describe('--persona', () => {
  it.each(BASE_PERSONAS)('takes the base persona %s, alone and with a lens', (base) => {
    expect(parsePersonaPair(base)).toEqual({ basePersonaId: base, lensId: 'general' });
    expect(parsePersonaPair(`${base}--buyer`)).toEqual({ basePersonaId: base, lensId: 'buyer' });
  });
});

describe('lint rule sets', () => {
  it('are those that exist, the default first', () => {
    expect(LINT_RULE_SETS).toEqual(
      [defaultRuleSet, ...ruleSets.filter((set) => set !== defaultRuleSet)].map(({ id }) => id),
    );
  });

  it.each(['flowmcp/1', 'flowmcp/9', 'mcp-playground', '3.0.3,flowmcp/1'])('are no rule book: %s', (text) => {
    expect(() => parseBook(text)).toThrow(/is a lint rule set, for flowmcp lint --rules/);
  });

  it.each(['3.0.3', 'gradingSpec/2.0.0', 'gradingSpec/2.0.0,gradingSystem/1.0.0', 'flow'])(
    'are told from %s',
    (text) => {
      expect(parseBook(text)).toEqual(text.split(','));
    },
  );
});
