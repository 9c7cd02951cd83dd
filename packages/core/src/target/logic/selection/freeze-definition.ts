import type { Checked } from '../../../grade/entry/check-entry.js';
import { problem } from '../../../problems/error-codes.js';
import type { Problem } from '../../../problems/problem.js';
import { hashSelection } from '../../../spec/hash.js';
import type { LockedMember, LockSnapshot } from '../../../spec/index-file.js';
import type { SelectionDefinition } from '../../../spec/selection.js';

/** The state of a member; missing parts are unknown. */
export type MemberState = Pick<LockedMember, 'schemaId' | 'gradingStatus'> &
  Partial<Pick<LockedMember, 'schemaVersion' | 'schemaHash' | 'override'>>;

/**
 * The frozen pins of a selection, from its definition and the known state of its members. An unknown member is pending:
 * such a snapshot opens no gate.
 *
 * @param selectionVersion timestamp of the definition's snapshot; null if there is none yet
 * @see spec 16, Frozen Pins
 */
export function freezeDefinition({
  definition,
  members,
  selectionVersion,
  now,
}: {
  definition: Pick<SelectionDefinition, 'selectionId' | 'members'>;
  members: readonly MemberState[];
  selectionVersion: string | null;
  now: Date;
}): Checked<LockSnapshot> {
  const declared = definition.members.map(({ schemaId }) => schemaId);
  const problems = members.flatMap(({ schemaId }, at): Problem[] => {
    if (declared.includes(schemaId)) return [];
    const where = { path: `/members/${at}/schemaId` };
    return [problem('GRD-002', where, { expected: 'a member of the definition', found: schemaId })];
  });
  if (problems.length > 0) return { value: null, problems };
  return {
    value: {
      selectionId: definition.selectionId,
      selectionVersion,
      selectionHash: hashSelection(definition),
      generatedAt: now.toISOString(),
      members: definition.members.map(({ schemaId, override }) => {
        const known = members.find((member) => member.schemaId === schemaId);
        return {
          schemaId,
          schemaVersion: known?.schemaVersion ?? null,
          schemaHash: known?.schemaHash ?? null,
          gradingStatus: known?.gradingStatus ?? 'pending',
          override: known?.override ?? override ?? null,
        };
      }),
    },
    problems: [],
  };
}
