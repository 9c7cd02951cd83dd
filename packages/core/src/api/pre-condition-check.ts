import { checkMembers, type GateMember } from '../grade/precondition.js';
import { Island } from '../island/island.js';
import { problem } from '../problems/error-codes.js';
import type { Problem, Where } from '../problems/problem.js';
import { errorTexts, thrownTexts } from './error-texts.js';
import { readFrozen, readFrozenMembers, type Target } from './read-frozen.js';
import { closedGate } from './refused.js';

/**
 * The gate that comes before any grading of several schemas at once: every member was stable when it was
 * frozen (spec 21).
 */

/** A member that keeps the gate closed, as it was frozen. */
export interface BlockedMember extends GateMember {
  /** null if the snapshot contains none. */
  readonly gradingStatus: string | null;
  /** Whether it was never graded: it has no status, or it is pending. */
  readonly missingGrading: boolean;
}

/** State of the gate. */
export interface Gate {
  passed: boolean;
  /** Members that are not stable in the frozen snapshot. */
  blockedMembers: BlockedMember[];
  /** `<namespace>.<schema>` of all of these members: their single gradings come first. */
  missingSingleGradings: string[];
  /** PRE-004 names every member that keeps the gate closed. */
  errors: string[];
}

/**
 * Checks the gate of a selection, or of a namespace before its About, as its last run froze it. Reads only
 * the frozen snapshot: later gradings count from the next run on.
 *
 * @param gradingDataRoot the island; it has no default
 * @param selectionId name of the selection; either this or `namespace`
 * @returns PRE-001 (missing), GRD-002 (wrong type, or both targets), PRE-002 (nothing frozen), PRE-003 (index.json or its
 *   lockSnapshot is damaged), PRE-004 (closed), ISL-003 (no such name is possible), IDX-005
 */
export async function check(input: { gradingDataRoot: string } & Target): Promise<Gate> {
  const { selectionId, namespace } = input;
  if (selectionId === undefined && namespace === undefined) {
    return closed([problem('PRE-001', { path: '/selectionId' }, { field: 'selectionId' })]);
  }
  if (selectionId !== undefined && namespace !== undefined) {
    const args = { expected: 'either selectionId or namespace', found: 'both' };
    return closed([problem('GRD-002', { path: '/namespace' }, args)]);
  }
  try {
    const { lock, where } = readFrozen(new Island(input.gradingDataRoot), input);
    return checkFrozen(lock, where);
  } catch (error) {
    return { ...closedGate(), errors: thrownTexts(error) };
  }
}

/**
 * Checks the gate of a frozen snapshot. A member blocks unless its status is stable: an unknown status blocks, and so does
 * none. An empty member list does not pass.
 *
 * @param lockfile the `lockSnapshot` of an index; of a member only `schemaId` is required
 * @returns PRE-001 (missing or null), PRE-003 (no lock snapshot), PRE-004 (closed)
 */
export function checkLockfile({ lockfile }: { lockfile: { readonly members: readonly GateMember[] } }): Gate {
  return checkFrozen(lockfile, { path: '/lockfile' });
}

function checkFrozen(lockfile: unknown, where: Where): Gate {
  const { value: members, problems } = readFrozenMembers(lockfile, where);
  if (members === null) return closed(problems);
  const { passed, blocking, reason } = checkMembers({ members });
  return {
    passed,
    blockedMembers: blocking.map((member) => {
      const { gradingStatus = null } = member;
      const missingGrading = gradingStatus === null || gradingStatus === 'pending';
      return { ...member, gradingStatus, missingGrading };
    }),
    missingSingleGradings: blocking.map(({ schemaId }) => schemaId),
    errors: passed ? [] : errorTexts([problem('PRE-004', undefined, { reason })]),
  };
}

function closed(found: readonly Problem[]): Gate {
  return { ...closedGate(), errors: errorTexts(found) };
}
