// How long a text may be for a pattern, so that none keeps a trial busy: judged by its form, never by the clock.
import { expect, it } from 'vitest';
import { inputsWithPatterns, longestText } from '../../../src/trials/logic/patterns.js';

it.each<[string, number]>([
  ['^\\d{4}-\\d{2}-\\d{2}$', 1e8],
  ['^0x[a-fA-F0-9]{40}$', 1e8],
  ['^(?:ab|cd)$', 1e8],
  ['^(?:abc)+$', 1e8],
  ['^[+*?{]+$', 1e8],
  ['^\\(\\+\\)+$', 1e8],
  ['[a-z]+', 1e4],
  ['^[a-z]+-[a-z]{2,}$', 1e4],
  ['^[^@]+@[^@]+\\.[a-z]+$', 464],
  ['a?b?c?', 1e8],
  // Each round begins at a character that its repeat does not take, so a text has one way to be read.
  ['^[a-z]+(-[a-z]+)*$', 1e4],
  ['^[a-z]+(?:\\.[a-z]+)*$', 1e4],
  ['^\\d+(,\\d+)*$', 1e4],
  ['^(?:/[^/]*)+$', 1e8],
  // Here the repeat may take it.
  ['^(-[a-z-]+)*$', 0],
  ['^(\\.[^-]+)*$', 0],
  ['^(\\.\\S+)*$', 0],
  ['^(-?[a-z]+)*$', 0],
  ['^(-*[a-z]+)*$', 0],
  ['^(-[a-z]+[a-z]*)*$', 0],
  ['^((-[a-z]+)*)*$', 0],
  ['^(\\d[a-z0-9]+)*$', 0],
  ['^(..+)*$', 0],
  ['^([x(-[a-z]+)*$', 0],
  // These may double their steps with each character.
  ['(a+)+$', 0],
  ['^(a|a)*$', 0],
  ['^(?<word>\\w+\\s?)*$', 0],
  ['^((a{1,50}){1,50})b$', 0],
  ['^(?:x(?:y|y))+$', 0],
  ['a?'.repeat(30) + 'a'.repeat(30), 0],
])('%s: %d characters', (pattern, longest) => {
  expect(longestText(pattern)).toBe(longest);
});

const text = { type: 'string', pattern: '^a+$' };
const of = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });
it.each<[string, Record<string, unknown>, (string | null)[]]>([
  ['none', of({ a: { type: 'string' } }), []],
  ['an input and one inside of another', of({ b: of({ c: text }), a: text }), ['a', 'b.c']],
  ['the items of a list', of({ a: { type: 'array', items: text } }), ['a']],
  ['a branch, once', of({ a: { anyOf: [text, { pattern: '^b$' }] } }), ['a']],
  [
    'a definition, for each input that refers to it',
    of({ a: ref('t'), b: of({ c: ref('t') }) }, { $defs: { t: text } }),
    ['a', 'b.c'],
  ],
  ['a definition that nobody refers to', of({ a: {} }, { $defs: { t: text } }), []],
  [
    'a definition that refers to itself',
    of({ a: ref('n') }, { $defs: { n: of({ next: ref('n'), v: text }) } }),
    ['a.v'],
  ],
  ['keys of an input', of({ a: { type: 'object', patternProperties: { '^x': {} } } }), ['a']],
  ['keys of the arguments', of({ a: {} }, { patternProperties: { '^x': {} } }), [null]],
  ['an input of that name', of({ pattern: { type: 'string' } }), []],
])('inputs with patterns: %s', (_, schema, inputs) => {
  expect(inputsWithPatterns(schema)).toEqual(inputs);
});

it('definitions that multiply each other end, and hide no pattern', () => {
  const levels = Array.from({ length: 30 }, (_, at) => [
    `l${at}`,
    of({ a: ref(`l${at + 1}`), b: ref(`l${at + 1}`) }),
  ]);
  const $defs = { ...Object.fromEntries(levels), l30: text };
  const found = inputsWithPatterns(of({ one: ref('l0'), two: ref('l0'), three: {} }, { $defs }));
  expect(new Set(found.map((name) => name?.split('.')[0]))).toEqual(new Set(['one', 'two']));
});

function ref(name: string) {
  return { $ref: `#/$defs/${name}` };
}
