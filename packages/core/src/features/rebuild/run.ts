import type { Island } from '../../island/island.js';
import { recordFacts } from '../../island/journal/record-facts.js';
import { withLock } from '../../island/lock.js';
import { FILE_NAMES } from '../../island/logic/paths.js';
import type { Problem } from '../../problems/problem.js';
import type { RollupStatus } from '../../spec/vocabulary.js';
import { type Target, wholeTargets } from '../../target/logic/target.js';
import { deriveTarget, writeIndex } from '../../target/rebuild/rebuild.js';
import { eachTarget, type NamedTargets, resolveTargets } from '../../target/targets.js';

export interface RebuiltTarget {
  readonly target: string;
  readonly indexPath: string;
  /** false: the index was already right and was not touched. */
  readonly changed: boolean;
  readonly rollupStatus: RollupStatus;
  readonly rollupGrade: string | null;
  readonly warnings: readonly Problem[];
}

export interface RebuildResult {
  readonly status: boolean;
  readonly results: readonly RebuiltTarget[];
  readonly errors: readonly Problem[];
}

/**
 * Derives each target's index.json again from all of its files, without using what the old index records about
 * snapshots. Snapshots themselves are only parsed where no earlier command has kept a reading of them; with `all`, readings
 * that no current snapshot has are removed.
 */
export async function rebuildTargets({
  island,
  targets,
  all = false,
  now = island.now,
  onProgress,
}: NamedTargets & {
  now?: () => Date;
  onProgress?: (done: number, total: number, what: string) => void;
}): Promise<RebuildResult> {
  const believing = island.believing();
  const resolved = await resolveTargets(island, targets, { all });
  const errors: Problem[] = [...resolved.problems];
  const whole = wholeTargets(resolved.targets);
  const results = await eachTarget(whole, errors, async (target, at): Promise<RebuiltTarget> => {
    const { folder } = target;
    onProgress?.(at, whole.length, folder);
    return withLock({ island, target: folder, command: 'grading rebuild' }, () =>
      rebuildLocked(believing, target, now()),
    );
  });
  // Only then have all current snapshots been read.
  if (all && errors.length === 0) believing.readings?.sweep();
  return { status: errors.length === 0, results, errors };
}

/** Derives the index of a target again, for a command that holds its lock. */
export function rebuildLocked(island: Island, target: Target, now: Date): RebuiltTarget {
  const { folder } = target;
  const input = { island, target, now, reuse: false };
  const derived = deriveTarget(input);
  adoptSnapshots(island, folder, now);
  const { indexPath, changed, index, problems } = writeIndex(folder, derived, input);
  return {
    ...{ target: folder, indexPath, changed },
    rollupStatus: index.status,
    rollupGrade: index.grade ?? null,
    warnings: problems,
  };
}

/**
 * Adds the journal lines that an interrupted import did not write for its snapshots: the index is about to refer to
 * them.
 */
function adoptSnapshots(island: Island, folder: string, now: Date): void {
  if (island.kind(`${folder}/${FILE_NAMES.audit}`) !== 'file') return;
  recordFacts(island, folder, { own: [], only: ({ fact }) => fact === 'snapshot', now });
}
