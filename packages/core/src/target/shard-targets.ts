import type { Shard } from './logic/shard.js';
import { isInShard } from './logic/shard.js';
import { folderOf, type Target } from './targets.js';

/**
 * What one shard takes of targets that are worked on. Selections rest on namespaces of every shard, so beside namespaces
 * they are left out (decision 0060).
 *
 * @param shard null: everything is taken
 * @returns the names of those left out, whichever shard it is
 */
export function shardTargets(
  targets: readonly Target[],
  shard: Shard | null,
): { readonly own: readonly Target[]; readonly leftOut: readonly string[] } {
  const selections = targets.filter(({ flow }) => flow === 'selection');
  const isMixed = shard !== null && selections.length < targets.length;
  const taken = isMixed ? targets.filter(({ flow }) => flow === 'provider') : targets;
  return {
    own: taken.filter((target) => isInShard(folderOf(target), shard)),
    leftOut: isMixed ? selections.map(({ name }) => name) : [],
  };
}
