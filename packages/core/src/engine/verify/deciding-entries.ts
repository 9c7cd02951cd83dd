import type { AreaId, GradingMode } from '../../model/vocabulary.js';
import { areasOfNode } from '../selection/subjects.js';

export interface TimedEntry {
  readonly area: AreaId;
  readonly timestamp: string;
  readonly mode: GradingMode;
}

/**
 * What the status of the nodes of a folder follows from: of each the entries from the second of the newest full one on.
 * The others are let go of, so that a long history takes no memory.
 *
 * @param known of one folder, in the order of time
 * @param next the one after them
 */
export function keepDeciding<T extends TimedEntry>(known: readonly T[], next: T): T[] {
  if (next.mode !== 'full') return [...known, next];
  const areas = areasOfNode(next.area);
  const kept = known.filter(({ area, timestamp }) => !areas.includes(area) || timestamp >= next.timestamp);
  return [...kept, next];
}
