import { readServerParams } from '../../adapters/env-file.js';
import type { Island } from '../../island/island.js';
import { listNamespaces, listSchemas, listSnapshots } from '../../island/list-namespace.js';
import { snapshotFolder } from '../../island/paths.js';
import { isRecord } from '../../model/is-record.js';
import type { Problem } from '../../model/problem.js';
import { readSnapshot } from '../evaluated-main.js';
import { orReason } from './or-reason.js';

/**
 * Values of the keys that any schema of the island has ever declared; no other name of the key file is looked at
 * (decision D19). Every snapshot is read for their names.
 */
export async function readKeyValues(
  island: Island,
  { path, shownAs }: { readonly path: string; readonly shownAs: string },
): Promise<{ readonly values: readonly string[]; readonly problems: readonly Problem[] }> {
  const names = new Set<string>();
  for (const namespace of listNamespaces(island)) {
    for (const schema of listSchemas(island, namespace)) {
      const folder = snapshotFolder(namespace, schema);
      for (const { file } of listSnapshots(island, folder, schema)) {
        for (const name of declaredKeys(island, `${folder}/${file}`)) names.add(name);
      }
    }
  }
  const read = await readServerParams({ envPath: path, names: [...names], shownPath: shownAs });
  return { values: Object.values(read.values), problems: read.problems };
}

/** None of a snapshot that can not be read: that is told when it is looked at. */
function declaredKeys(island: Island, file: string): string[] {
  const read = orReason(() => readSnapshot(island, file, island.readText(file) ?? ''));
  const keys = 'value' in read && isRecord(read.value) ? read.value.requiredServerParams : undefined;
  return Array.isArray(keys) ? keys.filter((key): key is string => typeof key === 'string') : [];
}
