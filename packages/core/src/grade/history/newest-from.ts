import type { GradingEntry } from '../../spec/entry.js';
import { settles } from '../node-status.js';

interface TimedEntry {
  readonly timestamp: string;
  readonly entry: GradingEntry;
}

/**
 * What a node's grade follows from: the newest entry that settles, what shares its second, and what is newer.
 *
 * @param entries oldest first
 */
export function newestFrom<T extends TimedEntry>(entries: readonly T[]): T[] {
  const since = secondOfSettling(entries);
  return entries.filter(({ timestamp }) => timestamp >= since);
}

/**
 * Second of the newest entry that settles: what is older decides nothing. Empty where none does.
 *
 * @param entries oldest first
 */
export function secondOfSettling(entries: readonly TimedEntry[]): string {
  return entries.findLast(({ entry }) => entrySettles(entry))?.timestamp ?? '';
}

/** The same question, asked of an entry as it is written. */
export function entrySettles(entry: GradingEntry): boolean {
  const { gradingMode: mode, aggregateGrade: grade, categoricalVeto: veto, gradings: answers } = entry;
  return settles({ mode, grade, veto, answers });
}
