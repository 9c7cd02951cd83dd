import { type Share, wilson } from './statistics.js';

/** Beyond this number of tasks nobody writes a task file. */
const MOST_TASKS = 100_000;

export type TrialVerdict =
  | { readonly kind: 'passed' }
  | { readonly kind: 'failed' }
  /** `needed`: tasks that would settle it at the same rate; null: no number would. */
  | { readonly kind: 'undecided'; readonly needed: number | null };

/**
 * Holds a trial against a bar. It passes only where the whole interval is at or above the bar, and fails only where
 * the whole interval is below.
 */
export function judgeTrial({ rate, low, high, n }: Share, bar: number): TrialVerdict {
  if (low >= bar) return { kind: 'passed' };
  if (high < bar) return { kind: 'failed' };
  return { kind: 'undecided', needed: rate === null ? null : tasksNeeded(rate, bar, n) };
}

function tasksNeeded(rate: number, bar: number, n: number): number | null {
  for (let more = n + 1; more <= MOST_TASKS; more += 1) {
    const { low, high } = wilson(rate, more);
    if (low >= bar || high < bar) return more;
  }
  return null;
}
