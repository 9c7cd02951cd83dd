import { readLockSnapshot, readNamespaceIndex, readSelectionIndex } from '../island/documents.js';
import type { Island } from '../island/island.js';
import { namespaceFolder, selectionFolder } from '../island/logic/paths.js';
import { fatal } from '../problems/error-codes.js';
import type { LockSnapshot } from '../spec/index-file.js';

/**
 * Reads the frozen snapshot that a target's gate uses: from its index, or from the copy beside it.
 *
 * @throws GradingError PRE-002 if no run has frozen one, IDX-003 for a damaged index, ISL-003 for an invalid
 * name
 */
export function readFrozen(
  island: Island,
  target: { readonly selectionId: string } | { readonly namespace: string },
): LockSnapshot {
  const [folder, index] =
    'selectionId' in target
      ? [selectionFolder(target.selectionId), readSelectionIndex(island, selectionFolder(target.selectionId))]
      : [namespaceFolder(target.namespace), readNamespaceIndex(island, namespaceFolder(target.namespace))];
  const lock = readLockSnapshot(island, folder, index);
  if (!lock) throw fatal('PRE-002', undefined, { target: folder });
  return lock;
}
