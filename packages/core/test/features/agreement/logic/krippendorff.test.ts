// Krippendorff's alpha: the published example, and what it has to be at the edges.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { alphaInterval, krippendorffAlpha } from '../../../../src/features/agreement/logic/krippendorff.js';

/** Krippendorff 2011, example C: four observers, twelve units, missing values. */
const EXAMPLE_C = [
  [1, 2, 3, 3, 2, 1, 4, 1, 2, null, null, null],
  [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, null, 3],
  [null, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, null],
  [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, null],
];
const UNITS = EXAMPLE_C[0]?.map((_, unit) =>
  EXAMPLE_C.flatMap((observer) => observer[unit] ?? []),
) as number[][];

it('reproduces example C of Krippendorff 2011', () => {
  expect(krippendorffAlpha(UNITS, 'nominal')).toBeCloseTo(0.743, 3);
  expect(krippendorffAlpha(UNITS, 'interval')).toBeCloseTo(0.849, 3);
});

it('is the sum over all pairs that its definition asks for', () => {
  const distance = {
    interval: (a: number, b: number) => (a - b) ** 2,
    nominal: (a: number, b: number) => +(a !== b),
  };
  const pairs = (values: readonly number[], of: (a: number, b: number) => number) =>
    values
      .flatMap((a, at) => values.flatMap((b, other) => (at === other ? [] : [of(a, b)])))
      .reduce((x, y) => x + y, 0);
  const unit = fc.array(fc.constantFrom(1, 2, 2.5, 4, 5), { maxLength: 4 });
  fc.assert(
    fc.property(
      fc.array(unit, { maxLength: 8 }),
      fc.constantFrom('interval' as const, 'nominal' as const),
      (units, name) => {
        const paired = units.filter(({ length }) => length > 1);
        const values = paired.flat();
        const expected = pairs(values, distance[name]) / (values.length * (values.length - 1));
        const observed =
          paired.reduce((sum, one) => sum + pairs(one, distance[name]) / (one.length - 1), 0) / values.length;
        const alpha = krippendorffAlpha(units, name);
        if (!(expected > 0)) expect(alpha).toBeNull();
        else expect(alpha).toBeCloseTo(1 - observed / expected, 9);
      },
    ),
  );
});

it('has an interval around it that depends on the seed alone', () => {
  const [low, high] = alphaInterval(UNITS, 'interval', 'a task') ?? expect.fail();
  expect(low).toBeLessThan(0.849);
  expect(high).toBeGreaterThan(0.849);
  expect(alphaInterval(UNITS, 'interval', 'a task')).toEqual([low, high]);
  expect(alphaInterval(UNITS, 'interval', 'another')).not.toEqual([low, high]);
  expect(alphaInterval([[3, 3]], 'interval', 'a task')).toBeNull();
});
