import { sha256 } from '../../spec/hash.js';

/** One of several equal parts of all targets. */
export interface Shard {
  /** From 1 on. */
  readonly index: number;
  readonly count: number;
}

/** As many hex digits as a number holds exactly. */
const DIGITS = 12;

/**
 * Does a target fall into a shard? By its name alone: it stays in its shard whatever else there is, on every machine.
 *
 * @param target its folder in the island, `providers/<namespace>` or `selections/<selection>`
 * @param shard null: all of them do
 */
export function isInShard(target: string, shard: Shard | null): boolean {
  if (shard === null) return true;
  return Number.parseInt(sha256(target).slice(0, DIGITS), 16) % shard.count === shard.index - 1;
}
