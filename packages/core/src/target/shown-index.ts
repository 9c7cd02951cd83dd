import { formatJson } from '../island/documents.js';
import type { Island } from '../island/island.js';
import type { NamespaceOnDisk } from '../island/journal/index-on-disk.js';
import type { NamespaceIndex } from '../spec/index-file.js';
import { isOfBook } from './logic/own-index.js';

/**
 * The index of a namespace for display: the stored one if a rebuild wrote it by the rules of the island, otherwise
 * derived again from the files (decision 0072). Writes nothing.
 *
 * @returns the index, with `isOther` if it differs from the stored one and the latter was not written by an earlier
 *   version; null if there is no index
 */
export async function shownIndex(
  island: Island,
  { index, standing, text }: NamespaceOnDisk,
  now: Date,
): Promise<{ readonly index: NamespaceIndex; readonly isOther: boolean } | null> {
  if (!index) return null;
  const isOwn = isOfBook(index, island.book);
  if (standing === 'last' && isOwn) return { index, isOther: false };
  // Loaded only here, because deriving an index needs parsers that showing a stored one does not.
  const { deriveNamespace } = await import('./rebuild/derive-namespace.js');
  const derived = deriveNamespace({ island, namespace: index.namespace, now });
  return { index: derived.index, isOther: standing !== 'unnamed' && formatJson(derived.index) !== text };
}
