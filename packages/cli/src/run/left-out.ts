import { counted } from '../terminal/count.js';

/** Most names that are listed; the rest are counted. */
const NAMED = 5;

/**
 * Describes the selections that a shard left out.
 *
 * @param then the verb for the next step, after the shards
 * @returns null if nothing was left out
 */
export function describeLeftOut(leftOut: readonly string[] | undefined, then: string): string | null {
  if (!leftOut || leftOut.length === 0) return null;
  const named = leftOut.slice(0, NAMED).join(', ');
  const more = leftOut.length > NAMED ? ` and ${leftOut.length - NAMED} more` : '';
  return `${counted(leftOut.length, 'selection')} left out, for selections rest on the namespaces of every shard; ${then} them when all shards are in: ${named}${more}`;
}
