import type { AreaId, GradingMode } from '../../model/vocabulary.js';

export interface TimedEntry {
  readonly area: AreaId;
  readonly timestamp: string;
  readonly mode: GradingMode;
}

/**
 * What the status of a node follows from: the entries from the second of the newest full one on. The others are let go
 * of, so that a long history takes no memory.
 *
 * @param entries of one folder in the order of time, each area as often as it was graded
 * @param areas of one node
 */
export function decidingEntries<T extends TimedEntry>(entries: readonly T[], areas: readonly AreaId[]): T[] {
  const own = entries.filter(({ area }) => areas.includes(area));
  const full = own.findLast(({ mode }) => mode === 'full');
  return full ? own.filter(({ timestamp }) => timestamp >= full.timestamp) : own;
}
