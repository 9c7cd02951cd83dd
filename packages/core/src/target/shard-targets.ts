import type { Shard } from './logic/shard.js';
import { isInShard } from './logic/shard.js';
import type { Target } from './logic/target.js';

/**
 * The targets of one shard. Selections rest on namespaces of every shard, so they are left out together with namespaces
 * (decision 0060).
 *
 * @param shard null: all targets
 * @returns the names of those left out, the same for every shard
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
