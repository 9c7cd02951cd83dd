import { basename } from 'node:path';
import type { SchemaFileGroup } from '../../adapters/schema-source/find-files.js';
import type { SelectionSource } from '../../adapters/schema-source/find-selections.js';
import type { FoundSources } from '../../adapters/schema-source/find-sources.js';
import { readSchemaFile } from '../../adapters/schema-source/read-schema-file.js';
import { readSelection } from '../../adapters/schema-source/read-selection.js';
import { memberOf } from '../../catalogue/schema-rules/schema-members.js';
import { isInShard } from '../../engine/shard.js';
import { isNamespaceName, isSelectionName, namespaceFolder, selectionFolder } from '../../island/paths.js';
import type { Shard } from '../../model/shard.js';

export interface ShardedSources extends FoundSources {
  /** Files of selections that are left for another command. */
  readonly leftOut: readonly string[];
}

/**
 * What one shard takes of all sources: providers by their namespaces, so that two folders of one namespace still meet.
 * Selections rest on namespaces of every shard, so beside providers they are left out (decision 0060).
 *
 * @param shard null: everything is taken
 */
export function shardSources(found: FoundSources, shard: Shard | null): ShardedSources {
  if (shard === null) return { ...found, leftOut: [] };
  const { groups, selections } = found;
  const hasProviders = groups.length > 0;
  return {
    ...found,
    groups: groups.filter((group) => isInShard(targetOfGroup(group), shard)),
    selections: hasProviders ? [] : selections.filter((one) => isInShard(targetOfSelection(one), shard)),
    leftOut: hasProviders ? selections.map(({ file }) => file) : [],
  };
}

/** By the first file that says a namespace; a folder without any is refused, by the shard of its own name. */
function targetOfGroup({ folder, files }: SchemaFileGroup): string {
  for (const file of files) {
    const namespace = memberOf(readSchemaFile(file).reading.value, 'namespace');
    if (typeof namespace === 'string' && isNamespaceName(namespace)) return namespaceFolder(namespace);
  }
  return basename(folder ?? files[0] ?? '');
}

function targetOfSelection({ file }: SelectionSource): string {
  const { value } = readSelection(file).reading;
  const id = memberOf(value, 'selectionId') ?? memberOf(value, 'name');
  return typeof id === 'string' && isSelectionName(id) ? selectionFolder(id) : basename(file);
}
