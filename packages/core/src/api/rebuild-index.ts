import { resolve } from 'node:path';
import { rebuildTargets } from '../features/rebuild/run.js';
import { type Moment, readMoment } from '../grade/entry/check-entry.js';
import { statusOfGrade } from '../grade/node-status.js';
import { readNamespaceIndex, readSelectionIndex } from '../island/documents.js';
import { Folder } from '../island/island.js';
import { newestNamed } from '../island/list-namespace.js';
import { checkIndex } from '../island/logic/check-index.js';
import { describeValue } from '../problems/describe-issue.js';
import { problem } from '../problems/error-codes.js';
import { DEFAULT_BOOK } from '../spec/books/registered.js';
import type { NamespaceIndex, SelectionIndex } from '../spec/index-file.js';
import { AGGREGATE_GRADES, type AggregateGrade, type NodeStatus } from '../spec/vocabulary.js';
import { isRecord } from '../values/is-record.js';
import { errorTexts, thrownTexts } from './error-texts.js';
import { openFolder } from './open-island.js';
import { noIndex } from './refused.js';

/** The derived roll-up: index.json of a namespace or selection, and the frozen snapshot in it (spec 23). */

export { INDEX_VERSION as REBUILD_INDEX_VERSION } from '../spec/versions.js';
export { NODE_STATUSES, ROLLUP_STATUSES } from '../spec/vocabulary.js';
export { buildLockSnapshot } from './lock-snapshot.js';

/** A derived index. */
export interface Rebuilt<T> {
  /** Whether an index exists. */
  status: boolean;
  /** Absolute. */
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
 * @returns `no-version` if there is none; `invalid-input` with IDX-001 (missing), IDX-002 (no text) or ISL-… (disk)
 */
export async function resolveLatest({ dir, logicalName }: { dir: string; logicalName: string }): Promise<{
  status: boolean;
  reason: 'no-version' | 'invalid-input' | null;
  file: string | null;
  /** Absolute path of the file. */
  path: string | null;
  errors: string[];
}> {
  const nothing = { status: false, file: null, path: null };
  try {
    const folder = new Folder(dir);
    const file = newestNamed(folder, logicalName);
    if (file === null) return { ...nothing, reason: 'no-version', errors: [] };
    return { status: true, reason: null, file, path: folder.absolute(file), errors: [] };
  } catch (error) {
    return { ...nothing, reason: 'invalid-input', errors: thrownTexts(error) };
  }
}

/**
 * Rebuilds index.json of a namespace. Keeps its lockSnapshot byte for byte; a damaged index stops the rebuild, so that
 * the lockSnapshot is not lost (decision 0007).
 *
 * @param namespaceDir `‹island›/providers/‹namespace›`
 * @param now the clock, used to judge ageing and to detect names from the future; default: the current time
 * @returns IDX-009 (not a path of a namespace), TGT-001 (not in the island), IDX-011 (damaged index), ISL-… (disk,
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
 * @param providersRoot the folder `providers` of the same island; may be left out, and no other is read
 * @param now the clock, used to judge ageing and to detect names from the future; default: the current time
 * @returns as for a namespace; GRD-002 for another providersRoot, TGT-006 if the folder contains no definition
 */
export async function rebuildSelectionIndex({
  selectionDir,
  providersRoot,
  now = new Date(),
}: {
  selectionDir: string;
  providersRoot?: string;
  now?: Moment;
}): Promise<Rebuilt<SelectionIndex>> {
  return rebuildFolder(selectionDir, { kind: 'selections', read: readSelectionIndex, now, providersRoot });
}

/** Rebuilds the index from the files in the folder while holding the lock on its target. */
async function rebuildFolder<T>(
  dir: string,
  {
    kind,
    read,
    now,
    providersRoot,
  }: {
    kind: 'providers' | 'selections';
    read: (...args: Parameters<typeof readNamespaceIndex>) => T | null;
    now: Moment;
    providersRoot?: string | undefined;
  },
): Promise<Rebuilt<T>> {
  const unbuilt = noIndex();
  const at = readMoment(now, 'now');
  if (at.value === null) return { ...unbuilt, errors: errorTexts(at.problems) };
  const clock = at.value;
  const opened = openFolder(dir, kind, clock);
  if (opened.value === null) return { ...unbuilt, errors: errorTexts(opened.problems) };
  const { island, target } = opened.value;
  const expected = island.absolute('providers');
  if (providersRoot !== undefined && resolve(providersRoot) !== expected) {
    const args = { expected, found: describeValue(providersRoot) };
    return { ...unbuilt, errors: errorTexts([problem('GRD-002', { path: '/providersRoot' }, args)]) };
  }
  try {
    const { results, errors } = await rebuildTargets({ island, targets: [target], now: () => clock });
    const [rebuilt] = results;
    if (!rebuilt) return { ...unbuilt, errors: errorTexts(errors) };
    const { changed, warnings } = rebuilt;
    return {
      status: true,
      indexPath: island.absolute(rebuilt.indexPath),
      index: read(island, target),
      changed,
      errors: errorTexts(warnings),
    };
  } catch (error) {
    return { ...unbuilt, errors: thrownTexts(error) };
  }
}

/**
 * Whether a value is the index of a namespace, or, with a `selectionId`, of a selection, as the specification describes it
 * (spec 23). A namespace also needs `description` and `skills`; other parts are checked where they are present.
 *
 * @returns all problems, one for each field: IDX-001 (missing), IDX-002 (wrong type; no time, no name of a namespace),
 *   IDX-003 (indexVersion is not 2), IDX-007 (a status that is none of the words for nodes, or for the whole; a grade of
 *   the About that is none)
 */
export function validateIndex({ index }: { index: unknown }): { valid: boolean; errors: string[] } {
  const problems = isRecord(index) ? checkIndex(index) : [];
  return { valid: problems.length === 0, errors: errorTexts(problems) };
}

/**
 * The status that a full entry for the current content gives its node: stable for A and B, graded for C, D and F,
 * rejected for REJECTED (spec 21).
 *
 * @param aggregateGrade null, for a node without a grade, is pending
 * @returns null with IDX-001 (missing), IDX-002 (no text), IDX-007 (no grade)
 */
export function mapAggregateGradeToStatus({ aggregateGrade }: { aggregateGrade: AggregateGrade | null }): {
  status: NodeStatus | null;
  errors: string[];
} {
  if (aggregateGrade === null) return { status: 'pending', errors: [] };
  if (AGGREGATE_GRADES.includes(aggregateGrade))
    return { status: statusOfGrade(aggregateGrade, DEFAULT_BOOK.grading), errors: [] };
  const args = { expected: AGGREGATE_GRADES.join(', '), found: describeValue(aggregateGrade) };
  return { status: null, errors: errorTexts([problem('IDX-007', { path: '/aggregateGrade' }, args)]) };
}
