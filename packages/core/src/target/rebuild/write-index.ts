import { formatJson } from '../../island/documents.js';
import type { Island } from '../../island/island.js';
import { recordIndex } from '../../island/journal/index-on-disk.js';
import { FILE_NAMES } from '../../island/logic/paths.js';
import type { NamespaceIndex, SelectionIndex } from '../../spec/index-file.js';

export interface WrittenIndex {
  /** Relative to the island. */
  readonly indexPath: string;
  /** false: it was already right and was not touched. */
  readonly changed: boolean;
}

/** Writes a derived index into the folder of its target if it would change, and adds its line to the journal. */
export function writeIndex(
  island: Island,
  folder: string,
  { index, now }: { readonly index: NamespaceIndex | SelectionIndex; readonly now: Date },
): WrittenIndex {
  const indexPath = `${folder}/${FILE_NAMES.index}`;
  const text = formatJson(index);
  const changed = island.readText(indexPath) !== text;
  if (changed) island.replace(indexPath, text, 'whole');
  recordIndex(island, folder, text, now);
  return { indexPath, changed };
}
