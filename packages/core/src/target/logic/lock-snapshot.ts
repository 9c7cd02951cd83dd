import type { Checked } from '../../grade/entry/check-entry.js';
import { parseSnapshotName } from '../../island/logic/names.js';
import { problem } from '../../problems/error-codes.js';
import type { Problem } from '../../problems/problem.js';
import { hashSelection } from '../../spec/hash.js';
import type {
  IndexMember,
  LockedMember,
  LockSnapshot,
  NamespaceIndex,
  SelectionIndex,
} from '../../spec/index-file.js';
import type { SelectionDefinition, SelectionMember } from '../../spec/selection.js';

/**
 * Freezes the members of a namespace in their state at the start of a run (grading-rules §7).
 *
 * @param versions the timestamp of each schema's snapshot, by the schema's name
 * @see spec 16 and 23, Frozen lockSnapshot
 */
export function freezeNamespace({
  index,
  namespaceHash,
  versions,
  now,
}: {
  index: NamespaceIndex;
  namespaceHash: string;
  versions: ReadonlyMap<string, string>;
  now: Date;
}): LockSnapshot {
  const members = Object.entries(index.schemas).map(([schema, node]) => ({
    schemaId: `${index.namespace}.${schema}`,
    schemaVersion: versions.get(schema) ?? null,
    schemaHash: node.snapshot.hash,
    gradingStatus: node.status,
    override: null,
  }));
  return {
    selectionId: index.namespace,
    selectionVersion: members.reduce<string | null>(
      (newest, { schemaVersion: version }) =>
        version !== null && (newest === null || version > newest) ? version : newest,
      null,
    ),
    selectionHash: namespaceHash,
    generatedAt: now.toISOString(),
    members,
  };
}

/**
 * Freezes the members of a selection in the state that their namespaces show at the start of a run. A member that is
 * not imported has neither version nor hash (grading-rules §7).
 *
 * @param declared the selection's members as the definition names them, with its overrides
 * @param definition snapshot of the definition: the timestamp is the selection's version, the hash its selectionHash
 * @see spec 16, Frozen Pins
 */
export function freezeSelection({
  selectionId,
  definition,
  declared,
  members,
  now,
}: {
  selectionId: string;
  declared: readonly SelectionMember[];
  definition: { readonly timestamp: string; readonly hash: string };
  members: Readonly<Record<string, IndexMember>>;
  now: Date;
}): LockSnapshot {
  const overrides = new Map(declared.map(({ schemaId, override }) => [schemaId, override]));
  return {
    selectionId,
    selectionVersion: definition.timestamp,
    selectionHash: definition.hash,
    generatedAt: now.toISOString(),
    members: Object.entries(members).map(([schemaId, { resolvedArtifact, boundTo, status }]) => ({
      schemaId,
      schemaVersion: resolvedArtifact && versionOf(resolvedArtifact),
      schemaHash: boundTo ?? null,
      gradingStatus: status,
      override: overrides.get(schemaId) ?? null,
    })),
  };
}

/** The timestamp in a snapshot's name is the version of its content (spec 15). */
function versionOf(path: string): string | null {
  return parseSnapshotName(path.slice(path.lastIndexOf('/') + 1))?.timestamp ?? null;
}

/** The state of a member; missing parts are unknown. */
export type MemberState = Pick<LockedMember, 'schemaId' | 'gradingStatus'> &
  Partial<Pick<LockedMember, 'schemaVersion' | 'schemaHash' | 'override'>>;

/**
 * The frozen pins of a selection, from its definition and the known state of its members. A member of unknown state
 * counts as pending, so a snapshot with such a member never opens the gate.
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

/**
 * Members that were stable when the run froze them and have changed since: their content is different, or they are no
 * longer stable. The run is nevertheless judged by its frozen members, so the change is reported but stops nothing
 * (grading-rules §7).
 */
export function findChangedMembers({
  selectionId,
  lockSnapshot,
  members,
}: Pick<SelectionIndex, 'selectionId' | 'members'> &
  Partial<Pick<SelectionIndex, 'lockSnapshot'>>): Problem[] {
  const live = new Map(Object.entries(members));
  return (lockSnapshot?.members ?? []).flatMap(({ schemaId, schemaHash, gradingStatus }) => {
    const now = live.get(schemaId);
    if (!now || gradingStatus !== 'stable') return [];
    if (now.status === 'stable' && now.boundTo === schemaHash) return [];
    return problem(
      'PRE-005',
      { file: `selections/${selectionId}/index.json`, path: 'lockSnapshot' },
      { member: schemaId, frozen: schemaHash ?? 'none', hash: now.boundTo ?? 'none', status: now.status },
    );
  });
}
