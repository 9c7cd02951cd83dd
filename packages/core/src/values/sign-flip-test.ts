/** Number of steps that a test may take, and of different sums it may tell apart: a fraction of a second. */
const MAX_STEPS = 200_000_000;
const MAX_SUMS = 1_000_000;
/** Differences of scores with so many decimals, or of means of so many scores, are counted exactly. */
const EXACT = { decimals: 6, means: 20 };
/** Where differences had to be rounded, sums that are so close, relative to the largest one, count as equal. */
const ROUNDED = 1e-4;

/** Five differences of one sign have a p of 0.0625: fewer than six never show anything. */
export const FEWEST_CHANGED = 6;

/**
 * Exact two-sided p of the sign-flip test on paired differences: the chance that the sum is at least as far from 0 if
 * the sign of each difference is random (Fisher's randomisation test). With differences of -1, 0 and 1 it is McNemar's
 * exact test.
 *
 * @param differences one number for each pair. Differences with many decimals, or of many pairs, are rounded: to a
 *   millionth of the sum of their sizes, for 10,000 pairs to a 20,000th
 * @returns from 0 to 1; 1 if there is no difference
 */
export function signFlipTest(differences: readonly number[]): number {
  const changed = differences.filter((one) => one !== 0);
  const { units, isExact } = toUnits(changed.map(Math.abs));
  const reach = units.reduce((sum, unit) => sum + unit, 0);
  const sum = units.reduce((total, unit, at) => total + unit * Math.sign(changed[at] as number), 0);
  const bar = Math.abs(sum) - (isExact ? 0 : Math.min(units.length, reach * ROUNDED));
  // The chance that the positive differences have the sum t; all differences then have the sum 2t - reach.
  const chances = new Float64Array(reach + 1);
  chances[0] = 1;
  let reached = 0;
  for (const unit of units) {
    reached += unit;
    for (let t = reached; t >= 0; t -= 1) {
      chances[t] = ((chances[t] as number) + (t < unit ? 0 : (chances[t - unit] as number))) / 2;
    }
  }
  const p = chances.reduce(
    (total, chance, t) => (Math.abs(2 * t - reach) >= bar ? total + chance : total),
    0,
  );
  return Math.min(1, p);
}

/** The sizes as whole numbers of the same ratios, which is exact for decimals and for means of a few numbers. */
function toUnits(sizes: readonly number[]): { readonly units: readonly number[]; readonly isExact: boolean } {
  const most = Math.min(MAX_SUMS, Math.floor(MAX_STEPS / Math.max(1, sizes.length)));
  for (let decimals = 0; decimals <= EXACT.decimals; decimals += 1) {
    for (let mean = 1; mean <= EXACT.means; mean += 1) {
      const units = wholeOf(sizes, mean * 10 ** decimals);
      if (units && units.reduce((sum, unit) => sum + unit, 0) <= most) return { units, isExact: true };
    }
  }
  const largest = Math.max(...sizes);
  const shares = sizes.map((size) => size / largest);
  const total = shares.reduce((sum, share) => sum + share, 0);
  return { units: shares.map((share) => Math.round((share / total) * most)), isExact: false };
}

/** The sizes times the factor, if they then are whole numbers, apart from what binary fractions cannot hold. */
function wholeOf(sizes: readonly number[], factor: number): readonly number[] | null {
  const isWhole = (scaled: number) => scaled > 0.5 && Math.abs(scaled - Math.round(scaled)) < 1e-6;
  return sizes.every((size) => isWhole(size * factor))
    ? sizes.map((size) => Math.round(size * factor))
    : null;
}
