import { parseEntryName, parseSnapshotName, sortByTime } from '../target/logic/names.js';
import { Folder } from './island.js';

/**
 * The newest file of a name in a folder, by the time in its name and never by plain order (decision D4).
 *
 * @param dir any folder, absolute or relative to the working directory
 * @param logicalName what stands before the time: of a snapshot its name, of an entry its area
 */
export function resolveLatest(dir: string, logicalName: string): string | null {
  const named = new Folder(dir).listFiles('').flatMap((file) => {
    const snapshot = parseSnapshotName(file);
    if (snapshot?.name === logicalName) return snapshot;
    const entry = parseEntryName(file);
    return entry?.area === logicalName ? entry : [];
  });
  return sortByTime(named).at(-1)?.file ?? null;
}
