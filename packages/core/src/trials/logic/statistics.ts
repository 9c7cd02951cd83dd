import { FEWEST_CHANGED } from '../../values/sign-flip-test.js';

/** Two-sided 95 % of the normal distribution. */
const Z = 1.959963984540054;
/** Standard errors between no difference and one that is found in four of five cases: 1.96 + 0.84. */
const DETECTABLE = 2.8;

/** A share and its 95 % interval. */
export interface Share {
  /** From 0 to 1; null if there is nothing to take a share of. */
  readonly rate: number | null;
  readonly low: number;
  readonly high: number;
  /** Number of tasks: the unit of every interval is the task, never the attempt. */
  readonly n: number;
}

/**
 * Mean of the tasks' success shares, with its Wilson interval.
 *
 * @param shares one number from 0 to 1 for each task
 */
export function shareOf(shares: readonly number[]): Share {
  const n = shares.length;
  if (n === 0) return { rate: null, low: 0, high: 1, n };
  const rate = shares.reduce((sum, share) => sum + share, 0) / n;
  return { rate: round(rate), ...wilson(rate, n), n };
}

/** The 95 % interval of Wilson (1927) for a rate among `n` tasks. */
export function wilson(rate: number, n: number): { readonly low: number; readonly high: number } {
  const middle = rate + (Z * Z) / (2 * n);
  const half = Z * Math.sqrt((rate * (1 - rate)) / n + (Z * Z) / (4 * n * n));
  const whole = 1 + (Z * Z) / n;
  return {
    low: round(Math.max(0, (middle - half) / whole)),
    high: round(Math.min(1, (middle + half) / whole)),
  };
}

/** Digits beyond these come from adding binary fractions. */
function round(share: number): number {
  return Number(share.toFixed(6));
}

export interface PairedDifference {
  /** Mean of the tasks' differences in success share, second trial minus first. */
  readonly mean: number;
  /** Ends of the 95 % interval. null with fewer than six changed tasks, or where all tasks differ by the same. */
  readonly low: number | null;
  readonly high: number | null;
  /** The smallest difference that such a trial finds in four of five cases; null as above. */
  readonly detectable: number | null;
}

/** @param differences the difference in success share of each task, from -1 to 1; at least one */
export function pairedDifference(differences: readonly number[]): PairedDifference {
  const n = differences.length;
  const mean = differences.reduce((sum, one) => sum + one, 0) / n;
  const squares = differences.reduce((sum, one) => sum + (one - mean) ** 2, 0);
  const error = Math.sqrt(squares / (n - 1) / n);
  const changed = differences.filter((one) => one !== 0).length;
  if (changed < FEWEST_CHANGED || error === 0)
    return { mean: round(mean), low: null, high: null, detectable: null };
  return {
    mean: round(mean),
    low: round(Math.max(-1, mean - Z * error)),
    high: round(Math.min(1, mean + Z * error)),
    detectable: round(DETECTABLE * error),
  };
}
