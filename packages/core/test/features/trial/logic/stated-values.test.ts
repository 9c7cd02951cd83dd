// Which values of a test its text states, so that an answer can be held to them.
import { expect, it } from 'vitest';
import { isStated } from '../../../../src/features/trial/logic/stated-values.js';

it.each<[value: unknown, text: string, isThere: boolean]>([
  ['bitcoin', 'What is one Bitcoin worth?', true],
  ['BTC', 'the price of btc-eur', true],
  ['btc', 'the price of btceur', false],
  ['bit', 'bitcoin', false],
  ['coin', 'bitcoin', false],
  [5, 'the last 5 blocks', true],
  [5, 'the last 15 blocks', false],
  [5, 'the last 5th block', false],
  [0.5, 'half, so 0.5', true],
  ['a.b', 'take aXb', false],
  ['C++', 'books about C++.', true],
  ['München', 'Wetter in MÜNCHEN', true],
  ['Mün', 'München', false],
  ['東京', '東京 の天気', true],
  ['東京', '東京都', false],
  [['btc', 'eth'], 'BTC and ETH', true],
  [['btc', 'eth'], 'BTC alone', false],
  [[], 'nothing', false],
  ['', 'anything', false],
  [' ', 'any thing', false],
  [true, 'is it true', false],
  [null, 'null', false],
  [{ a: 1 }, 'a 1', false],
])('%j in "%s": %s', (value, text, isThere) => {
  expect(isStated(value, text)).toBe(isThere);
});
