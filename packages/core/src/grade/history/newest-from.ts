import type { GradingEntry } from '../../spec/entry.js';
import { settles } from '../node-status.js';

interface TimedEntry {
  readonly timestamp: string;
  readonly entry: GradingEntry;
}

/**
 * The entries that decide a node's grade: the newest one that settles it, those of the same second, and newer
 * ones.
 *
 * @param entries oldest first
 */
export function newestFrom<T extends TimedEntry>(entries: readonly T[]): T[] {
  const since = secondOfSettling(entries);
  return entries.filter(({ timestamp }) => timestamp >= since);
}

/**
 * Timestamp of the newest entry that settles the grade; older entries decide nothing. Empty if there is none.
 *
 * @param entries oldest first
 */
export function secondOfSettling(entries: readonly TimedEntry[]): string {
  return entries.findLast(({ entry }) => entrySettles(entry))?.timestamp ?? '';
}

/** Whether an entry, in its stored form, settles the grade. */
export function entrySettles(entry: GradingEntry): boolean {
  const { gradingMode: mode, aggregateGrade: grade, categoricalVeto: veto, gradings: answers } = entry;
  return settles({ mode, grade, veto, answers });
}
