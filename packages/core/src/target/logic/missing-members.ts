import { sayReason } from '../../grade/roll-up.js';
import type { IndexNode } from '../../spec/index-file.js';

/** What is shown for a member that does not exist in the island (spec 23). */
export const NOT_IMPORTED = 'selection member, not imported';
/** What is shown for a member that the newest import of its namespace has left out. */
export const RETIRED = 'selection member, retired';

/** What is shown for a schema whose file does not pass the gate. */
export function tellFailed(file: string): string {
  return `${file} ${FAILED}`;
}

const FAILED = 'does not pass the gate';

/** Whether a node says that the file of its schema does not pass the gate. */
export function hasFailed(node: Pick<IndexNode, 'reason' | 'detail'>): boolean {
  return sayReason(node)?.includes(FAILED) === true;
}

/**
 * Checks whether the island has no content of a member: it was not imported, was retired, or has never passed the gate.
 * If the index of its namespace is damaged, nothing is known.
 */
export function isMissing(member: Pick<IndexNode, 'reason' | 'detail' | 'boundTo'>): boolean {
  const why = sayReason(member);
  const isUnstored = member.boundTo === undefined && hasFailed(member);
  return why === NOT_IMPORTED || why === RETIRED || isUnstored;
}
