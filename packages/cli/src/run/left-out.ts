import { counted } from '../terminal/count.js';

/** More names than these are only counted. */
const NAMED = 5;

/**
 * What a shard has left out beside namespaces.
 *
 * @param then what is to be done with them, after the shards
 * @returns null where nothing is left out
 */
export function describeLeftOut(leftOut: readonly string[] | undefined, then: string): string | null {
  if (!leftOut || leftOut.length === 0) return null;
  const named = leftOut.slice(0, NAMED).join(', ');
  const more = leftOut.length > NAMED ? ` and ${leftOut.length - NAMED} more` : '';
  return `${counted(leftOut.length, 'selection')} left out, for selections rest on the namespaces of every shard; ${then} them when all shards are in: ${named}${more}`;
}
