import type { NodeEntry } from '../../model/node-entry.js';
import { settles } from '../node-status.js';
import { areasOfNode } from '../selection/subjects.js';

type DecidingEntry = Pick<NodeEntry, 'area' | 'timestamp' | 'mode' | 'grade' | 'veto' | 'answers'>;

/**
 * What the status of the nodes of a folder follows from: of each the entries from the second of the newest that settles on.
 * The others are not kept, so that a long history takes no memory.
 *
 * @param known of one folder, in the order of time
 * @param next the one after them
 */
export function keepDeciding<T extends DecidingEntry>(known: readonly T[], next: T): T[] {
  if (!settles(next)) return [...known, next];
  const areas = areasOfNode(next.area);
  const kept = known.filter(({ area, timestamp }) => !areas.includes(area) || timestamp >= next.timestamp);
  return [...kept, next];
}
