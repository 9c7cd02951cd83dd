// How long a text may be for a pattern, so that none keeps a trial busy: judged by its form, never by the clock.
import { expect, it } from 'vitest';
import { longestText } from '../../../src/trials/logic/patterns.js';

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
