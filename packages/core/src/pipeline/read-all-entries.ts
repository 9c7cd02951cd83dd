import { parseEntryName, sortByTime } from '../engine/names.js';
import { areasOfNode } from '../engine/selection/subjects.js';
import type { Subject } from '../engine/subjects.js';
import { readDocument } from '../island/documents.js';
import type { Island } from '../island/island.js';
import { FILE_NAMES } from '../island/paths.js';
import type { StoredEntry } from '../island/read-namespace.js';
import { gradingEntry } from '../model/entry.js';
import type { Problem } from '../model/problem.js';
import { isWholeEntry } from '../model/whole-entry.js';

/**
 * Every entry of a node, oldest first.
 *
 * @param base folder of the index, relative to the island
 */
export function readAllEntries(
  island: Island,
  base: string,
  { folder, area }: Pick<Subject, 'folder' | 'area'>,
): { entries: StoredEntry[]; problems: Problem[] } {
  const place = [folder, FILE_NAMES.gradings].filter(Boolean).join('/');
  const names = island.listFiles(`${base}/${place}`).map(parseEntryName);
  const areas = areasOfNode(area);
  const ordered = sortByTime(names.filter((name) => name !== null)).filter((name) =>
    areas.includes(name.area),
  );
  const problems: Problem[] = [];
  const entries = ordered.flatMap(({ file, timestamp }): StoredEntry[] => {
    const ref = `${place}/${file}`;
    const parsed = readDocument(island, `${base}/${ref}`, gradingEntry, isWholeEntry);
    if (parsed && 'problem' in parsed) problems.push(parsed.problem);
    return !parsed || 'problem' in parsed ? [] : [{ ref, timestamp, entry: parsed.value }];
  });
  return { entries, problems };
}
