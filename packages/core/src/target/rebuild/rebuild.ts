import { formatJson } from '../../island/documents.js';
import type { Island } from '../../island/island.js';
import { recordIndex } from '../../island/journal/index-on-disk.js';
import { FILE_NAMES, namespaceFolder, selectionFolder } from '../../island/logic/paths.js';
import { refuseOtherRules } from '../../island/take-rules.js';
import type { Problem } from '../../problems/problem.js';
import type { Thresholds } from '../../spec/books/book.js';
import type { LockSnapshot, NamespaceIndex, SelectionIndex } from '../../spec/index-file.js';
import type { Subject } from '../logic/subjects.js';
import type { Target } from '../logic/target.js';
import { type DerivedNamespace, deriveNamespace, type SeenContent } from './derive-namespace.js';
import { type DerivedSelection, deriveSelection } from './derive-selection.js';

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
  /** Whether to use what the previous index records about unchanged snapshots; only for a namespace. */
  readonly reuse?: boolean;
  /** The frozen members, if they must not come from the previous index. */
  readonly lockSnapshot?: LockSnapshot;
  /** Derive as versions before decision 0063 did. */
  readonly asBefore?: boolean;
  readonly seen?: SeenContent | undefined;
  /** Grade again with these thresholds. */
  readonly thresholds?: Partial<Thresholds> | undefined;
}

/** Derives the index of a target. Writes nothing. */
export function deriveTarget({ target, seen, ...input }: Input): DerivedTarget {
  return target.flow === 'provider'
    ? deriveNamespace({ ...input, namespace: target.id, seen })
    : deriveSelection({ ...input, selectionId: target.id, seen: seen?.entries });
}

export interface WrittenIndex {
  /** Relative to the island. */
  readonly indexPath: string;
  /** false if the index was already correct and was not touched. */
  readonly changed: boolean;
}

/** Writes the index of a target if it would change. */
export function rebuildTarget(input: Input): DerivedTarget & WrittenIndex {
  return writeIndex(input.target.folder, deriveTarget(input), input);
}

/** Writes the index of a namespace if it would change; returns it with everything else that is derived. */
export function rebuildNamespace(
  input: Parameters<typeof deriveNamespace>[0],
): DerivedNamespace & WrittenIndex {
  return writeIndex(namespaceFolder(input.namespace), deriveNamespace(input), input);
}

/** Writes the index of a selection if it would change; returns it with everything else that is derived. */
export function rebuildSelection(
  input: Parameters<typeof deriveSelection>[0],
): DerivedSelection & WrittenIndex {
  return writeIndex(selectionFolder(input.selectionId), deriveSelection(input), input);
}

/**
 * Writes a derived index if it would change, and adds its line to the journal.
 *
 * @throws GradingError RUL-005 if the rules have changed since this command began: the lock of a new target, which only
 *   the command that creates it holds, does not keep them from changing
 */
export function writeIndex<T extends Pick<DerivedTarget, 'index'>>(
  folder: string,
  derived: T,
  { island, now }: Pick<Input, 'island' | 'now'>,
): T & WrittenIndex {
  refuseOtherRules(island);
  const indexPath = `${folder}/${FILE_NAMES.index}`;
  const text = formatJson(derived.index);
  const changed = island.readText(indexPath) !== text;
  if (changed) island.replace(indexPath, text, 'whole');
  recordIndex(island, folder, text, now);
  return { ...derived, indexPath, changed };
}
