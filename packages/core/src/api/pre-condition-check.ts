import { checkShape } from '../grade/entry/check-entry.js';
import { checkMembers } from '../grade/precondition.js';
import { readLockSnapshot, readNamespaceIndex, readSelectionIndex } from '../island/documents.js';
import type { Island } from '../island/island.js';
import { namespaceFolder, selectionFolder } from '../island/logic/paths.js';
import { fatal, problem } from '../problems/error-codes.js';
import type { LockedMember, LockSnapshot } from '../spec/index-file.js';
import { lockInput } from '../spec/program-input.js';
import { errorTexts, thrownTexts } from './error-texts.js';
import { openIsland } from './open-island.js';

/**
 * The gate that comes before any grading of several schemas at once: every member was stable when it was
 * frozen (spec 21).
 */

/** State of the gate. */
export interface Gate {
  passed: boolean;
  /** Members that are not stable in the frozen snapshot, with hash and status. */
  blockedMembers: LockedMember[];
  /** `<namespace>.<schema>` of the blocked members without any grading: pending or blocked. */
  missingSingleGradings: string[];
  /** PRE-004 names every member that keeps the gate closed. */
  errors: string[];
}

const CLOSED = { passed: false, blockedMembers: [], missingSingleGradings: [] };

/**
 * Checks the gate of a selection, or of a namespace before its About, as its last run froze it. Reads only
 * the frozen snapshot: later gradings count from the next run on.
 *
 * @param gradingDataRoot the island; it has no default
 * @returns PRE-002 (nothing frozen), PRE-004 (closed), IDX-003 (damaged index), GRD-001
 */
export function check(
  input: { gradingDataRoot: string } & ({ selectionId: string } | { namespace: string }),
): Gate {
  const island = openIsland(input.gradingDataRoot);
  if (island.value === null) return { ...CLOSED, errors: errorTexts(island.problems) };
  try {
    return checkLockfile({ lockfile: readFrozen(island.value, input) });
  } catch (error) {
    return { ...CLOSED, errors: thrownTexts(error) };
  }
}

/**
 * Checks the gate of a frozen snapshot. An empty member list does not pass.
 *
 * @param lockfile the `lockSnapshot` of an index
 */
export function checkLockfile({ lockfile }: { lockfile: LockSnapshot }): Gate {
  const shaped = checkShape(lockfile, lockInput);
  if (shaped.value === null) return { ...CLOSED, errors: errorTexts(shaped.problems) };
  const { passed, blocking, reason } = checkMembers(lockfile);
  return {
    passed,
    blockedMembers: [...blocking],
    missingSingleGradings: blocking
      .filter(({ gradingStatus }) => gradingStatus === 'pending' || gradingStatus === 'blocked')
      .map(({ schemaId }) => schemaId),
    errors: passed ? [] : errorTexts([problem('PRE-004', undefined, { reason })]),
  };
}

/**
 * Reads the frozen snapshot that a target's gate uses: from its index, or from the copy beside it.
 *
 * @throws GradingError PRE-002 if no run has frozen one, IDX-003 for a damaged index, ISL-003 for an invalid
 * name
 */
function readFrozen(
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
