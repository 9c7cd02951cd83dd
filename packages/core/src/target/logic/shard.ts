import { sha256 } from '../../spec/hash.js';
import type { Target } from './target.js';

/** One of several equal parts into which all targets are divided. */
export interface Shard {
  /** Number of the shard, from 1. */
  readonly index: number;
  readonly count: number;
}

/** Number of hex digits that are read: few enough for a JavaScript number to represent their value exactly. */
const DIGITS = 12;

/**
 * Checks whether a target belongs to a shard. This depends on the target's name alone, so the target stays in its shard
 * on every machine, whatever other targets exist.
 *
 * @param target its folder in the island, `providers/<namespace>` or `selections/<selection>`
 * @param shard null if there are no shards, so that every target belongs
 */
export function isInShard(target: string, shard: Shard | null): boolean {
  if (shard === null) return true;
  return Number.parseInt(sha256(target).slice(0, DIGITS), 16) % shard.count === shard.index - 1;
}

/**
 * The targets of one shard. Selections depend on namespaces from every shard, so they are left out if there are
 * namespaces among the targets (decision 0060).
 *
 * @param shard null for all targets
 * @returns the targets, and the names of the selections left out, which are the same for every shard
 */
export function shardTargets(
  targets: readonly Target[],
  shard: Shard | null,
): { readonly own: readonly Target[]; readonly leftOut: readonly string[] } {
  const selections = targets.filter(({ flow }) => flow === 'selection');
  const isMixed = shard !== null && selections.length < targets.length;
  const taken = isMixed ? targets.filter(({ flow }) => flow === 'provider') : targets;
  return {
    own: taken.filter((target) => isInShard(target.folder, shard)),
    leftOut: isMixed ? selections.map(({ name }) => name) : [],
  };
}
