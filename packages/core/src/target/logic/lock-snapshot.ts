import { parseSnapshotName } from '../../island/logic/names.js';
import { describeValue } from '../../problems/describe-issue.js';
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
import { OVERRIDABLE, type SelectionMember } from '../../spec/selection.js';
import { isRecord } from '../../values/is-record.js';
import { formatPointer } from '../../values/value-path.js';

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
    schemaHash: node.snapshot?.hash ?? null,
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

/** A selection to freeze: its definition, or no more than its id. */
export interface FreezableSelection {
  readonly selectionId: string;
  readonly members?: readonly SelectionMember[] | undefined;
  readonly selectionVersion?: string | null | undefined;
  readonly selectionHash?: string | null | undefined;
}

/**
 * The frozen pins of a selection, from its definition and the known state of its members. A member of unknown state counts
 * as pending, so a snapshot with one never opens the gate. Without a list of its own, the selection has the members whose
 * state is known.
 *
 * @param selectionVersion timestamp of the definition's snapshot, if the definition does not say; null if there is none
 * @see spec 16, Frozen Pins
 */
export function freezeDefinition({
  definition,
  members: states,
  selectionVersion,
  now,
}: {
  definition: FreezableSelection;
  members: readonly MemberState[];
  selectionVersion: string | null;
  now: Date;
}): LockSnapshot {
  const { members: declared } = definition;
  const stateOf = new Map(states.map((state) => [state.schemaId, state]));
  return {
    selectionId: definition.selectionId,
    selectionVersion: definition.selectionVersion ?? selectionVersion,
    // An id alone is no definition: its hash would be that of no selection.
    selectionHash: definition.selectionHash ?? (declared ? hashSelection(definition) : null),
    generatedAt: now.toISOString(),
    members: (declared ?? states).map(({ schemaId, override }) => {
      const known = stateOf.get(schemaId);
      return {
        schemaId,
        schemaVersion: known?.schemaVersion ?? null,
        schemaHash: known?.schemaHash ?? null,
        gradingStatus: known?.gradingStatus ?? 'pending',
        override: known?.override ?? override ?? null,
      };
    }),
  };
}

/**
 * Checks the override of a member: an object that replaces its name, its description, or both (spec 16).
 *
 * @param path place of the override
 * @param owner the member, for the message
 * @returns one LCK-005 for each key that is not allowed or whose value is no text
 */
export function checkOverride(override: unknown, path: string, owner?: string): Problem[] {
  const what = owner === undefined ? 'the override' : `the override of ${owner}`;
  const whole = `an object with ${OVERRIDABLE.join(' or ')}`;
  const refuse = (at: string, args: { what: string; expected: string; found: string }) =>
    problem('LCK-005', { path: at }, args);
  if (!isRecord(override)) return [refuse(path, { what, expected: whole, found: describeValue(override) })];
  const texts = Object.entries(override);
  if (texts.length === 0) return [refuse(path, { what, expected: whole, found: 'an empty object' })];
  return texts.flatMap(([key, text]) => {
    const at = `${path}${formatPointer([key])}`;
    if (!OVERRIDABLE.some((known) => known === key)) {
      return refuse(at, { what, expected: OVERRIDABLE.join(' or '), found: describeValue(key) });
    }
    const isText = typeof text === 'string' && /\S/.test(text);
    const found = describeValue(text);
    return isText ? [] : refuse(at, { what: `${key} in ${what}`, expected: 'text that is not empty', found });
  });
}

/** Members that were scored by another scoring system than the selection: reported, but no gate (spec 06). */
export function findOtherScores(
  { selectionId, members }: Pick<SelectionIndex, 'selectionId' | 'members'>,
  scoringSystem: string,
): Problem[] {
  return Object.entries(members).flatMap(([member, { rules }]) =>
    rules === undefined || rules.scoringSystem === scoringSystem
      ? []
      : problem(
          'PRE-008',
          { file: `selections/${selectionId}/index.json`, path: `members.${member}` },
          { member, found: rules.scoringSystem, expected: scoringSystem },
        ),
  );
}

/**
 * Members that were stable when the run froze them and have changed since: other content, or no longer stable. The run
 * is nevertheless judged by its frozen members, so this is reported but stops nothing (grading-rules §7).
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
