import type { Island } from '../../island/island.js';
import type { Problem } from '../../problems/problem.js';
import type { IndexNode, LockSnapshot, NamespaceIndex, SelectionIndex } from '../../spec/index-file.js';
import { nodesOfIndex } from '../logic/namespace-index.js';
import { nodesOfSelectionIndex } from '../logic/selection-index.js';
import type { Subject } from '../logic/subjects.js';
import type { Target } from '../logic/target.js';
import { deriveNamespace, rebuildNamespace, type SeenContent } from './rebuild.js';
import { deriveSelection, rebuildSelection } from './rebuild-selection.js';
import type { WrittenIndex } from './write-index.js';

/** The common parts of a freshly derived namespace or selection. */
export interface DerivedTarget {
  readonly index: NamespaceIndex | SelectionIndex;
  readonly subjects: readonly Subject[];
  readonly problems: readonly Problem[];
}

interface Input {
  readonly island: Island;
  readonly target: Target;
  readonly now: Date;
  /** Only for a namespace: use what the previous index records about unchanged snapshots. */
  readonly reuse?: boolean;
}

/**
 * Derives the index of a target. Writes nothing.
 *
 * @param asBefore as versions before decision 0063 did
 */
export function deriveTarget({
  island,
  target,
  now,
  reuse = true,
  asBefore,
  seen,
}: Input & {
  readonly asBefore?: boolean;
  readonly seen?: SeenContent | undefined;
}): DerivedTarget {
  return target.flow === 'provider'
    ? deriveNamespace({ island, namespace: target.id, now, reuse, asBefore, seen })
    : deriveSelection({ island, selectionId: target.id, now, asBefore, seen: seen?.entries });
}

/**
 * Writes the index of a target if it would change.
 *
 * @param lockSnapshot the frozen members, if they must not come from the previous index
 */
export function rebuildTarget({
  island,
  target,
  now,
  reuse = true,
  lockSnapshot,
}: Input & { readonly lockSnapshot?: LockSnapshot }): DerivedTarget & WrittenIndex {
  const frozen = lockSnapshot && { lockSnapshot };
  return target.flow === 'provider'
    ? rebuildNamespace({ island, namespace: target.id, now, reuse, ...frozen })
    : rebuildSelection({ island, selectionId: target.id, now, ...frozen });
}

/** All nodes of an index with their ids, in index order. */
export function nodesOf(index: NamespaceIndex | SelectionIndex): [string, IndexNode][] {
  return 'members' in index ? nodesOfSelectionIndex(index) : nodesOfIndex(index);
}
