import { sortByTime } from '../target/logic/names.js';
import { Folder } from './island.js';
import { listEntries, listSnapshots } from './list-namespace.js';

/**
 * The newest file of a name in a folder, by the time in its name and never by plain sorting (decision D4).
 *
 * @param dir any folder, absolute or relative to the working directory
 * @param logicalName the part before the time: the name of a snapshot, the area of an entry
 */
export function resolveLatest(dir: string, logicalName: string): string | null {
  const folder = new Folder(dir);
  const entries = listEntries(folder, '').filter(({ area }) => area === logicalName);
  return sortByTime([...listSnapshots(folder, '', logicalName), ...entries]).at(-1)?.file ?? null;
}
