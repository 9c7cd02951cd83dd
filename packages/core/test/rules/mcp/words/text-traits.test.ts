// What one look at each character of a text shows.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HIDDEN_CHARACTERS } from '../../../../src/rules/mcp/reading/sentences.js';
import { undisguise } from '../../../../src/rules/mcp/words/disguises.js';
import { COMMON_SIGNS, traitsOf } from '../../../../src/rules/mcp/words/text-traits.js';

test.each([
  ['Gives a price, e.g. "A-1".', { isStrange: false, hasOther: false, odd: 0, digits: 1, longestGap: 3 }],
  ['Gives userId 12 and Ab1c.', { odd: 2, digits: 3, longestCode: 6 }],
  ['Gives aB cD.', { odd: 2, longestCode: 2 }],
  ['Gives a_long_name_of_it.', { odd: 0, longestCode: 0 }],
  ['Gives a_long_name_2.', { longestCode: 13 }],
  ['Gives - - - - of it.', { longestGap: 9 }],
  ['Gives it. - - -', { longestGap: 7 }],
  ['Gives a <price>.', { isStrange: true, hasOther: false }],
  ['Gives\u001b a price.', { isStrange: true, hasOther: true }],
  ['Gives é.', { isStrange: true, hasOther: true }],
  ['Gives it — “fast”.', { isStrange: true, hasOther: false, mayBeDisguised: false, mayBePhrase: false }],
])('%j has the traits %j', (text, traits) => {
  expect(traitsOf(text)).toMatchObject(traits);
});

test.each([
  ['Gives the price of a read-only article, e.g. of a.json.', false],
  ['ig-nore it', true],
  ['It is a.b.sys.tem.c of parts', true],
  ['i g n o r e it', true],
  ['1gnore it', true],
  ['igno3e it', true],
  ['Ignoriere é', true],
])('%j may be disguised: %j', (text, expected) => {
  expect(traitsOf(text).mayBeDisguised).toBe(expected);
});

// Otherwise a text with one would be read differently than it is written.
test.each([...COMMON_SIGNS])('%s is a visible sign that no normalisation changes', (sign) => {
  expect(sign).not.toMatch(new RegExp(`[\\p{L}\\p{M}\\p{N}\\s]|${HIDDEN_CHARACTERS.source}`, 'u'));
  expect(undisguise(sign.normalize('NFKC'))).toBe(sign);
});

test('a text that may not be disguised is read as it is written', () => {
  const words = ['ignore', 'previous', 'system', 'private', 'tell', 'user'];
  const part = fc.constantFrom(
    ...[
      ...'aibxZA0134579 \t\n._*~|-/+=()\'"[<`é',
      ...COMMON_SIGNS,
      'ad',
      'i g n o r e',
      'pr3vious',
      ...words,
    ],
    ...words.flatMap((word) => [[...word].join('-'), `${word.slice(0, 2)}.${word.slice(2)}`]),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 25 }), (parts) => {
      const text = parts.join('');
      if (!traitsOf(text).mayBeDisguised) expect(undisguise(text)).toBe(text);
    }),
    { numRuns: 2_000 },
  );
});
