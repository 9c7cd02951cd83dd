import { sayReason } from '../../grade/roll-up.js';
import type { IndexNode } from '../../spec/index-file.js';

/** What is shown for a member that does not exist in the island (spec 23). */
export const NOT_IMPORTED = 'selection member, not imported';
/** What is shown for a member that the newest import of its namespace has left out. */
export const RETIRED = 'selection member, retired';

/** Checks whether a member does not exist in the island; one whose index is damaged may. */
export function isMissing(member: Pick<IndexNode, 'reason' | 'detail'>): boolean {
  const why = sayReason(member);
  return why === NOT_IMPORTED || why === RETIRED;
}
