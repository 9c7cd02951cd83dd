// A text contains a name verbatim or not at all; a reference is a name in words that call a skill.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { listReferences, namesVerbatim } from '../../../../src/target/logic/selection/skill-references.js';
import { cpuMs } from '../../../cpu-time.js';

describe('a name in a text', () => {
  test.each<[string, string, boolean]>([
    ['price', 'price', true],
    ['price', 'a price.', true],
    ['price', '`price`', true],
    ['price', '{{skill:price}}', true],
    ['price', 'skills/price.mjs', true],
    ['price', '**price**', true],
    ['price', 'price—entry', true],
    ['price', 'price-entry and price', true],
    ['price', 'price-entry', false],
    ['price', 'entry-price', false],
    ['price', 'prices', false],
    ['price', 'price_', false],
    ['price', '2price', false],
    ['price', 'überprice priceß', false],
    ['price', '𝒂price', false],
    ['price', 'Price PRICE', false],
    ['price-entry', 'price entry, price\nentry', false],
    ['a.c', 'abc', false],
    ['a.c', 'a.c', true],
    ['a+(b', 'x a+(b y', true],
    ['', 'anything', false],
  ])('%s in "%s": %s', (name, text, expected) => {
    expect(namesVerbatim(text, name)).toBe(expected);
  });

  const name = fc.stringMatching(/^[a-z][a-z0-9-]{0,12}$/);
  const end = fc.constantFrom(
    '',
    ' ',
    '.',
    '`',
    '"',
    '(',
    ')',
    '{',
    '}',
    ':',
    '/',
    ',',
    '\n',
    '*',
    '[',
    ']',
    '|',
  );
  const part = fc.constantFrom('-', '_', 'a', 'Z', '7', 'é', '-x', '--', '𝒂');

  test('is found between any marks that end a name', () => {
    fc.assert(
      fc.property(name, end, end, (it, left, right) => {
        expect(namesVerbatim(left + it + right, it)).toBe(true);
      }),
    );
  });

  test('is not found as a part of a longer one', () => {
    fc.assert(
      fc.property(name, part, fc.boolean(), (it, more, isBefore) => {
        // A name of repeated letters may occur across the joined parts.
        const text = isBefore ? more + it : it + more;
        fc.pre(text.indexOf(it) === text.lastIndexOf(it));
        expect(namesVerbatim(`. ${text} .`, it)).toBe(false);
      }),
    );
  });

  test('is found whatever characters of regular expressions it contains', () => {
    const any = fc.string({ minLength: 1, maxLength: 8, unit: fc.constantFrom(...'.*+?^$()[]{}|\\/a-') });
    fc.assert(
      fc.property(any, (it) => {
        expect(namesVerbatim(`: ${it} :`, it)).toBe(true);
        expect(namesVerbatim(': xyz :', it)).toBe(false);
      }),
    );
  });
});

describe('references', () => {
  const scope = {
    name: 'own',
    skills: ['price-trends', 'buy-or-hold'],
    owners: ['crypto', 'crypto-group'],
    others: ['coins', 'spot'],
  };
  const targets = (text: string, more: Partial<typeof scope> = {}) =>
    listReferences(text, { ...scope, ...more }).map(({ target }) => target);

  test.each<[string, string, string[]]>([
    ['a placeholder', 'Follow {{skill:price-trend}}.', ['price-trend']],
    ['an id of the selection', '{{skill:crypto/skill/a}} {{skill:crypto-group/skill/b}}', ['a', 'b']],
    ['a path', 'See [it](../skills/old-skill.mjs) there.', ['old-skill']],
    ['the word before', 'Then the skill `no-such`.', ['no-such']],
    ['the word before a list', 'Skills: `a`, "b" and **c**; `d` is none.', ['a', 'b', 'c']],
    ['the word behind', 'The `no-such` skill, the "other" topic skill.', ['no-such', 'other']],
    ['a verb', 'Run price-trends, then continue with `buy-or-hold`.', ['price-trends', 'buy-or-hold']],
    ['several forms of one', '{{skill:price-trends}} and run price-trends', ['price-trends']],
  ])('%s', (_, text, expected) => {
    expect(targets(text)).toEqual(expected);
  });

  test.each<[string, string]>([
    ['a plain name', 'Unlike price-trends it waits; `buy-or-hold` too.'],
    ['itself', '{{skill:own}}, the skill `own`, run own'],
    ['an id of another namespace', '{{skill:etherscan/skill/audit}}'],
    ['other placeholders', '{{tool:price}} {{input:key}} {{ skills:x }}'],
    ['a tool or a namespace', 'The skill `spot` of the `coins` skill set.'],
    ['names without quotes', 'This skill needs prices. Which skills are there?'],
    ['what can be no name', 'The skill `getPrice`, the skill `3d`.'],
    ['what is to be left', 'Never call price-trends. Do not run `buy-or-hold`, and don’t use price-trends.'],
    ['a verb and a longer name', 'Run price-trends-old.'],
    ['a file of another folder', 'docs/skills-old/x.mjs, skills/x.mjs-backup'],
  ])('are not found: %s', (_, text) => {
    expect(targets(text)).toEqual([]);
  });

  test('are listed with the words that contain them', () => {
    expect(listReferences('Now continue with\n`price-trends`.', scope)).toEqual([
      { text: 'continue with `price-trends', target: 'price-trends' },
    ]);
  });

  test('are found for names with any characters', () => {
    expect(targets('run a.b', { skills: ['a.b'] })).toEqual(['a.b']);
    expect(targets('run axb', { skills: ['a.b'] })).toEqual([]);
    expect(targets('run a(b', { skills: ['a(b'] })).toEqual(['a(b']);
  });

  test('take time proportional to the length of the text', () => {
    const text =
      '`a`, '.repeat(20_000) + 'run '.repeat(20_000) + '{{skill:'.repeat(20_000) + 'skills/'.repeat(20_000);
    expect(cpuMs(() => targets(text))).toBeLessThan(2000);
  });
});
