import { rebuildTargets } from '../features/rebuild/run.js';
import { readNamespaceIndex, readSelectionIndex } from '../island/documents.js';
import { GradingError, type Problem } from '../problems/problem.js';
import type { NamespaceIndex, SelectionIndex } from '../spec/index-file.js';
import { openFolder } from './open-island.js';

export interface RebuiltFolder<T> {
  readonly status: boolean;
  /** Relative to the island; null if nothing was derived. */
  readonly indexPath: string | null;
  readonly index: T | null;
  /** Whether the file was written; false if it was right already. */
  readonly changed: boolean;
  /** Files that could not be used, and the problem that stopped the rebuild. */
  readonly problems: readonly Problem[];
}

/** Rebuilds index.json of a namespace from its files, under its lock (spec 23). */
export function rebuildNamespaceFolder(dir: string, now: Date): Promise<RebuiltFolder<NamespaceIndex>> {
  return rebuildFolder(dir, { kind: 'providers', read: readNamespaceIndex, now });
}

/** Rebuilds index.json of a selection from its files and its members' indexes, under its lock (spec 23). */
export function rebuildSelectionFolder(dir: string, now: Date): Promise<RebuiltFolder<SelectionIndex>> {
  return rebuildFolder(dir, { kind: 'selections', read: readSelectionIndex, now });
}

async function rebuildFolder<T>(
  dir: string,
  {
    kind,
    read,
    now,
  }: {
    kind: 'providers' | 'selections';
    read: (...args: Parameters<typeof readNamespaceIndex>) => T | null;
    now: Date;
  },
): Promise<RebuiltFolder<T>> {
  const nothing = { status: false, indexPath: null, index: null, changed: false };
  const opened = openFolder(dir, kind, now);
  if (opened.value === null) return { ...nothing, problems: opened.problems };
  const { island, target } = opened.value;
  try {
    const { results, errors } = await rebuildTargets({ island, targets: [target], now: () => now });
    const [rebuilt] = results;
    if (!rebuilt) return { ...nothing, problems: errors };
    const { indexPath, changed, warnings } = rebuilt;
    return { status: true, indexPath, index: read(island, target), changed, problems: warnings };
  } catch (error) {
    if (!(error instanceof GradingError)) throw error;
    return { ...nothing, problems: [error.problem] };
  }
}
