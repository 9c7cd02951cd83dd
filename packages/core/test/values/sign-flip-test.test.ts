// The sign-flip test agrees with trying all signs, with McNemar's exact test, and does not depend on the scale.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { signFlipTest } from '../../src/values/sign-flip-test.js';

const ones = (count: number, size: number) => Array.from({ length: count }, () => size);

it.each([
  ['no pair', [], 1],
  ['no difference', [0, 0], 1],
  ['one difference', [0.3], 1],
  ['five alike, which is never less', ones(5, 0.1), 2 / 32],
  ['six alike', ones(6, -0.25), 2 / 64],
  ['14 against 4, as McNemar', [...ones(14, 1), ...ones(4, -1)], 0.030_883_789],
  ['thousands', [...ones(5_100, 1), ...ones(4_900, -1)], 0.046_585_5],
  ['beyond any sum', [1.5e308, 1.5e308, -1.5e308], 1],
])('%s', (_, differences, p) => {
  expect(signFlipTest(differences)).toBeCloseTo(p, 6);
});

/** Differences of scores with two decimals, with the noise of binary fractions. */
const differences = fc.array(
  fc
    .tuple(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: 100 }))
    .map(([a, b]) => a / 100 - b / 100),
  { maxLength: 10 },
);

it('as all signs tried one by one', () => {
  fc.assert(
    fc.property(differences, (given) => {
      const whole = given.map((one) => Math.round(one * 100));
      const found = Math.abs(whole.reduce((sum, one) => sum + one, 0));
      let asFar = 0;
      for (let signs = 0; signs < 2 ** whole.length; signs += 1) {
        const sum = whole.reduce((total, one, at) => total + (signs & (1 << at) ? one : -one), 0);
        if (Math.abs(sum) >= found) asFar += 1;
      }
      expect(signFlipTest(given)).toBeCloseTo(asFar / 2 ** whole.length, 12);
    }),
  );
});

it('the scale changes nothing, even where differences have to be rounded', () => {
  fc.assert(
    fc.property(differences, fc.constantFrom(1000, -1, 1 / 3, Math.PI, 1e-7, 1e100), (given, factor) => {
      expect(signFlipTest(given.map((one) => one * factor))).toBeCloseTo(signFlipTest(given), 9);
    }),
    { numRuns: 30 },
  );
});
