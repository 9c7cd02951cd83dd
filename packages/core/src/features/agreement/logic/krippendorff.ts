import { sha256 } from '../../../spec/hash.js';

/** What several graders said about one thing; whoever said nothing is left out. */
export type Unit<T = number> = readonly T[];

/**
 * The squared distances of all ordered pairs of values, added up. `interval`: the difference, squared. `nominal`: 1 for
 * two different values.
 */
const SPREADS = {
  interval: (values: Unit) => {
    const sum = values.reduce((total, value) => total + value, 0);
    const squares = values.reduce((total, value) => total + value * value, 0);
    return 2 * (values.length * squares - sum * sum);
  },
  nominal: (values: Unit) => {
    const counts = new Map<number, number>();
    for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
    return [...counts.values()].reduce((rest, count) => rest - count * count, values.length ** 2);
  },
};
export type Distance = keyof typeof SPREADS;

/**
 * Krippendorff's alpha: 1 minus the disagreement that was observed over the one that chance would give. 1 is full
 * agreement, 0 is what chance gives; it can be negative.
 *
 * @param units those with fewer than two values say nothing and are passed over
 * @returns null if all values are equal, or there are none: chance would give no disagreement either
 * @see K. Krippendorff, Computing Krippendorff's Alpha-Reliability (2011)
 */
export function krippendorffAlpha(units: readonly Unit[], distance: Distance): number | null {
  const spread = SPREADS[distance];
  const paired = units.filter(({ length }) => length > 1);
  const values = paired.flat();
  const expected = spread(values) / (values.length * (values.length - 1));
  // Rounding leaves a little of a sum that is 0.
  if (!(expected > 1e-12)) return null;
  const observed =
    paired.reduce((total, unit) => total + spread(unit) / (unit.length - 1), 0) / values.length;
  return 1 - observed / expected;
}

const DRAWS = 1_000;
/** Share of the draws that lies outside the interval, on each side. */
const TAIL = 0.025;

/**
 * The 95 % interval of alpha by bootstrap: units are drawn again and again, with replacement.
 *
 * @param seed the same seed always gives the same draws
 * @returns null if no draw has an alpha
 */
export function alphaInterval(
  units: readonly Unit[],
  distance: Distance,
  seed: string,
): readonly [low: number, high: number] | null {
  const random = randomFrom(seed);
  const draws = Array.from({ length: DRAWS }, () =>
    krippendorffAlpha(
      units.map(() => units[Math.floor(random() * units.length)] as Unit),
      distance,
    ),
  );
  const found = draws.filter((alpha) => alpha !== null).sort((a, b) => a - b);
  const low = found[Math.floor(TAIL * found.length)];
  const high = found[Math.ceil((1 - TAIL) * found.length) - 1];
  return low === undefined || high === undefined ? null : [low, high];
}

/** Numbers from 0 to 1 that only look random (Mulberry32). */
function randomFrom(seed: string): () => number {
  let state = Number.parseInt(sha256(seed).slice(0, 8), 16);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Formats an alpha as publications do: three digits, rounded. */
export function sayAlpha(alpha: number): string {
  return alpha.toFixed(3);
}
