import type { GradingEntry } from '../../model/entry.js';

/**
 * What a node's grade follows from: the newest full entry, what shares its second, and what is newer.
 *
 * @param entries oldest first
 */
export function newestFrom<T extends { readonly timestamp: string; readonly entry: GradingEntry }>(
  entries: readonly T[],
): T[] {
  const full = entries.findLast(({ entry }) => entry.gradingMode === 'full');
  return full ? entries.filter(({ timestamp }) => timestamp >= full.timestamp) : [...entries];
}
