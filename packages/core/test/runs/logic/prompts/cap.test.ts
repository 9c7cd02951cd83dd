// Material that is too long is cut between characters, with a note about how much is missing.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  capLines,
  capList,
  capPrimitive,
  capText,
  capValue,
} from '../../../../src/runs/logic/prompts/cap.js';

test.each([
  ['abc', 3, 'abc'],
  ['abcd', 3, 'abc… (1 more characters)'],
  ['ab😀d', 3, 'ab… (3 more characters)'],
])('%s within %i', (text, max, result) => {
  expect(capText(text, max)).toBe(result);
});

test('a cut text is a prefix of whole characters, with the right number', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 30 }), (text, max) => {
      const capped = capText(text, max);
      if (capped === text) return;
      const [, kept = '', rest] = /^([\s\S]*)… \((\d+) more characters\)$/.exec(capped) ?? [];
      expect(text.startsWith(kept)).toBe(true);
      expect(kept).not.toMatch(/\p{Cs}/u);
      expect(kept.length + Number(rest)).toBe(text.length);
    }),
  );
});

test('lists, lines and enums show how much is missing', () => {
  expect(capList([1, 2, 3], 3)).toEqual([1, 2, 3]);
  expect(capList([1, 2, 3], 1)).toEqual([1, '… (2 more)']);
  expect(capLines(['aa', 'bb', 'cc'], 9)).toBe('aa\nbb\ncc');
  expect(capLines(['aa', 'bb', 'cc'], 8)).toBe('aa\nbb\n… (1 more)');
  expect(capPrimitive('enum(a,b,c)', 3)).toBe('enum(a,b,c)');
  expect(capPrimitive('enum(a,b,c)', 2)).toBe('enum(a,b,… (1 more))');
  expect(capPrimitive('string()', 1)).toBe('string()');
});

test('a value is cut in every direction', () => {
  const limits = { text: 2, items: 2, depth: 2 };
  expect(capValue({ a: 'xyz', b: [1, 2, 3], c: 1 }, limits)).toEqual({
    a: 'xy… (1 more characters)',
    b: [1, 2, '… (1 more)'],
    '…': '… (1 more)',
  });
  expect(capValue({ a: { b: { c: 1 } } }, limits)).toEqual({ a: { b: '… (deeper levels left out)' } });
  expect(capValue(null, limits)).toBeNull();
});
