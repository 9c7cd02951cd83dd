import type { GradingEntry } from '../../model/entry.js';

interface TimedEntry {
  readonly timestamp: string;
  readonly entry: GradingEntry;
}

/**
 * What a node's grade follows from: the newest full entry, what shares its second, and what is newer.
 *
 * @param entries oldest first
 */
export function newestFrom<T extends TimedEntry>(entries: readonly T[]): T[] {
  const since = secondOfFull(entries);
  return entries.filter(({ timestamp }) => timestamp >= since);
}

/**
 * Second of the newest full entry: what is older decides nothing. Empty where there is no full one.
 *
 * @param entries oldest first
 */
export function secondOfFull(entries: readonly TimedEntry[]): string {
  return entries.findLast(({ entry }) => entry.gradingMode === 'full')?.timestamp ?? '';
}
