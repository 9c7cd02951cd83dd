// An estimate counts one token per four characters, call by call.
import { expect, it } from 'vitest';
import { estimateCalls, TOKEN_RULE } from '../../../src/evaluators/logic/estimate.js';

it.each([
  [[], { calls: 0, tokens: 0 }],
  [['1234'], { calls: 1, tokens: 1 }],
  [['12345'], { calls: 1, tokens: 2 }],
  [['1', '1'], { calls: 2, tokens: 2 }],
  [['x'.repeat(4000), 'ü'.repeat(8)], { calls: 2, tokens: 1002 }],
])('%j', (texts, expected) => {
  expect(estimateCalls(texts)).toEqual(expected);
});

it('counts a text as often as it is sent', () => {
  expect(estimateCalls(['12345', '1', '1'], (at) => 2 - at)).toEqual({ calls: 3, tokens: 5 });
});

it('names its rule', () => {
  expect(TOKEN_RULE).toContain('one token for every 4 characters');
});
