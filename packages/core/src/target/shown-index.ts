import { formatJson } from '../island/documents.js';
import type { Island } from '../island/island.js';
import type { NamespaceOnDisk } from '../island/journal/index-on-disk.js';
import type { NamespaceIndex } from '../spec/index-file.js';

/**
 * The index of a namespace as it may be shown: the stored one if a rebuild left it so, otherwise derived again from the
 * files (decision 0072). Writes nothing.
 *
 * @returns `isOther` where it says something else than what lies there, and no earlier version wrote that; null where there
 *   is none
 */
export async function shownIndex(
  island: Island,
  { index, standing, text }: NamespaceOnDisk,
  now: Date,
): Promise<{ readonly index: NamespaceIndex; readonly isOther: boolean } | null> {
  if (!index) return null;
  if (standing === 'last') return { index, isOther: false };
  // Loaded here: deriving takes parsers that a look at an index does without.
  const { deriveNamespace } = await import('./rebuild/rebuild.js');
  const derived = deriveNamespace({ island, namespace: index.namespace, now });
  return { index: derived.index, isOther: standing === 'other' && formatJson(derived.index) !== text };
}
