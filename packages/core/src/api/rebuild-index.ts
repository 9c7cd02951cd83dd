import { rebuildTargets } from '../features/rebuild/run.js';
import {
  checkShape,
  aggregateGrade as gradeShape,
  type Moment,
  readMoment,
} from '../grade/entry/check-entry.js';
import { statusOfGrade } from '../grade/node-status.js';
import { readNamespaceIndex, readSelectionIndex } from '../island/documents.js';
import { isNamespaceIndex, isSelectionIndex } from '../island/index-shape.js';
import { Folder } from '../island/island.js';
import { newestNamed } from '../island/list-namespace.js';
import { problem } from '../problems/error-codes.js';
import type { LockSnapshot, NamespaceIndex, SelectionIndex } from '../spec/index-file.js';
import { freezeInput } from '../spec/program-input.js';
import type { SelectionDefinition } from '../spec/selection.js';
import type { AggregateGrade, NodeStatus } from '../spec/vocabulary.js';
import { freezeDefinition, type MemberState } from '../target/logic/lock-snapshot.js';
import { errorTexts, thrownTexts } from './error-texts.js';
import { openFolder } from './open-island.js';

/** The derived roll-up: index.json of a namespace or selection, and the frozen snapshot in it (spec 23). */

export { INDEX_VERSION as REBUILD_INDEX_VERSION } from '../spec/versions.js';
export { NODE_STATUSES, ROLLUP_STATUSES } from '../spec/vocabulary.js';

/** A derived index. */
export interface Rebuilt<T> {
  /** Whether an index exists. */
  status: boolean;
  /** Relative to the island. */
  indexPath: string | null;
  index: T | null;
  /** Whether the file was written; false if it was already up to date. */
  changed: boolean;
  /** If status is true: files that were left out. */
  errors: string[];
}

/**
 * Finds the newest file with a given name in a folder, by the time in its name; a persona in an entry's name is ignored
 * (decision 0004).
 *
 * @param dir absolute, or relative to the working directory
 * @param logicalName name of a snapshot, or the area of an entry
 * @returns `no-version` if there is none
 */
export function resolveLatest({ dir, logicalName }: { dir: string; logicalName: string }): {
  status: boolean;
  reason: 'no-version' | 'invalid-input' | null;
  file: string | null;
  errors: string[];
} {
  const [absent] = [!dir && 'dir', !logicalName && 'logicalName'].filter((field) => field !== false);
  if (absent !== undefined) {
    const errors = errorTexts([problem('GRD-001', { path: `/${absent}` }, { field: absent })]);
    return { status: false, reason: 'invalid-input', file: null, errors };
  }
  try {
    const file = newestNamed(new Folder(dir), logicalName);
    return { status: file !== null, reason: file === null ? 'no-version' : null, file, errors: [] };
  } catch (error) {
    return { status: false, reason: 'invalid-input', file: null, errors: thrownTexts(error) };
  }
}

/**
 * Rebuilds index.json of a namespace. Keeps its lockSnapshot byte for byte; a damaged index stops the rebuild, so that
 * the lockSnapshot is not lost (decision 0007).
 *
 * @param namespaceDir `‹island›/providers/‹namespace›`
 * @param now the clock, used to judge ageing and to detect names from the future; default: the current time
 * @returns IDX-009 (not a path of a namespace), TGT-001 (not in the island), IDX-003 (damaged index), ISL-… (disk,
 *   lock)
 */
export async function rebuildNamespaceIndex({
  namespaceDir,
  now = new Date(),
}: {
  namespaceDir: string;
  now?: Moment;
}): Promise<Rebuilt<NamespaceIndex>> {
  return rebuildFolder(namespaceDir, { kind: 'providers', read: readNamespaceIndex, now });
}

/**
 * Rebuilds index.json of a selection, with its members resolved in the namespaces of the same island.
 *
 * @param selectionDir `‹island›/selections/‹selectionId›`
 * @param now the clock, used to judge ageing and to detect names from the future; default: the current time
 */
export async function rebuildSelectionIndex({
  selectionDir,
  now = new Date(),
}: {
  selectionDir: string;
  now?: Moment;
}): Promise<Rebuilt<SelectionIndex>> {
  return rebuildFolder(selectionDir, { kind: 'selections', read: readSelectionIndex, now });
}

/** Rebuilds the index from the files in the folder while holding the lock on its target. */
async function rebuildFolder<T>(
  dir: string,
  {
    kind,
    read,
    now,
  }: {
    kind: 'providers' | 'selections';
    read: (...args: Parameters<typeof readNamespaceIndex>) => T | null;
    now: Moment;
  },
): Promise<Rebuilt<T>> {
  const unbuilt = { status: false, indexPath: null, index: null, changed: false };
  const at = readMoment(now, 'now');
  if (at.value === null) return { ...unbuilt, errors: errorTexts(at.problems) };
  const clock = at.value;
  const opened = openFolder(dir, kind, clock);
  if (opened.value === null) return { ...unbuilt, errors: errorTexts(opened.problems) };
  const { island, target } = opened.value;
  try {
    const { results, errors } = await rebuildTargets({ island, targets: [target], now: () => clock });
    const [rebuilt] = results;
    if (!rebuilt) return { ...unbuilt, errors: errorTexts(errors) };
    const { indexPath, changed, warnings } = rebuilt;
    return { status: true, indexPath, index: read(island, target), changed, errors: errorTexts(warnings) };
  } catch (error) {
    return { ...unbuilt, errors: thrownTexts(error) };
  }
}

/**
 * Builds the frozen pins of a selection without writing them: a run freezes them before it reads its gate, and no
 * rebuild changes them (spec 16).
 *
 * @param selectionDef with its selectionId and members; the selectionHash covers the whole object
 * @param members state of each; a missing member is pending and keeps the gate closed
 * @param selectionVersion timestamp of the definition's snapshot
 * @param generatedAt default: now
 */
export function buildLockSnapshot({
  selectionDef,
  members,
  selectionVersion = null,
  generatedAt = new Date(),
}: {
  selectionDef: Pick<SelectionDefinition, 'selectionId' | 'members'>;
  members: readonly MemberState[];
  selectionVersion?: string | null;
  generatedAt?: Moment;
}): { lockSnapshot: LockSnapshot | null; errors: string[] } {
  const at = readMoment(generatedAt, 'generatedAt');
  const shaped = checkShape({ selectionDef, members }, freezeInput);
  if (at.value === null || shaped.value === null) {
    return { lockSnapshot: null, errors: errorTexts([...at.problems, ...shaped.problems]) };
  }
  try {
    const { value: lockSnapshot, problems } = freezeDefinition({
      definition: selectionDef,
      members,
      selectionVersion,
      now: at.value,
    });
    return { lockSnapshot, errors: errorTexts(problems) };
  } catch (error) {
    return { lockSnapshot: null, errors: thrownTexts(error) };
  }
}

/** Whether a value is the index of a namespace or a selection; IDX-008 if not. */
export function validateIndex({ index }: { index: unknown }): { valid: boolean; errors: string[] } {
  if (isNamespaceIndex(index) || isSelectionIndex(index)) return { valid: true, errors: [] };
  return { valid: false, errors: errorTexts([problem('IDX-008')]) };
}

/**
 * The status that a full entry for the current content gives its node: stable for A and B, graded for C, D and F,
 * rejected for REJECTED, pending for an entry without a grade (spec 21).
 */
export function mapAggregateGradeToStatus({ aggregateGrade }: { aggregateGrade: AggregateGrade | null }): {
  status: NodeStatus | null;
  errors: string[];
} {
  const { value, problems } = checkShape(aggregateGrade, gradeShape);
  if (problems.length > 0) return { status: null, errors: errorTexts(problems) };
  return { status: value === null ? 'pending' : statusOfGrade(value), errors: [] };
}
