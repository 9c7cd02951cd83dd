import type { LockedMember, LockSnapshot } from '../model/index-file.js';

export interface GateResult {
  readonly passed: boolean;
  /** Members that are not stable in the frozen snapshot. */
  readonly blocking: readonly LockedMember[];
  /** One line that names them all; empty when the gate is open. */
  readonly reason: string;
}

/**
 * The gate before everything that is about several schemas at once: every member stable in the frozen snapshot. An
 * empty member list does not pass.
 *
 * @see spec 21, Universal Rule
 */
export function checkMembers({ members }: Pick<LockSnapshot, 'members'>): GateResult {
  const blocking = members.filter(({ gradingStatus }) => gradingStatus !== 'stable');
  if (members.length === 0) return { passed: false, blocking, reason: 'there is no member schema' };
  if (blocking.length === 0) return { passed: true, blocking, reason: '' };
  const named = blocking.map(
    ({ schemaId, schemaHash, gradingStatus }) =>
      `${schemaId} (${schemaHash ?? 'not imported'}, ${gradingStatus})`,
  );
  return {
    passed: false,
    blocking,
    reason: `${blocking.length} of ${members.length} member schemas are not stable: ${named.join(', ')}`,
  };
}
