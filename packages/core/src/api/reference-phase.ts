import { type Checked, checkShape, type EntryDraft } from '../grade/entry/check-entry.js';
import type { GateMember } from '../grade/precondition.js';
import type { Island } from '../island/island.js';
import { errorOf, problem } from '../problems/error-codes.js';
import { GradingError, type Problem } from '../problems/problem.js';
import type { IndexMember } from '../spec/index-file.js';
import { phaseInput, type SelectionOptions } from '../spec/program-input.js';
import { NODE_STATUSES } from '../spec/vocabulary.js';
import { createIndexLookup, resolveMembers } from '../target/resolve-members.js';
import { besideProblems } from './guard.js';
import { readFrozen, readFrozenMembers } from './read-frozen.js';

/** A phase of a selection called as in the reference: with a definition, and the island that holds its members. */

/** An entry of the selection's tier; the phases hand it back as it is. */
export type PhaseEntry = Pick<EntryDraft, 'gradingTier'>;

export interface ReferencePhase {
  readonly entry?: PhaseEntry | undefined;
  readonly selectionId: string;
  /** Definition of the selection: `members`, `skills` (names or objects) and `personaIds` are checked. */
  readonly selectionJson: object;
  /** Folder of the island; it has no default, and runS4 does without it. */
  readonly gradingDataRoot?: string | undefined;
  /** The base persona for each id that is not itself a base persona; read by runS4. */
  readonly personaIndex?: SelectionOptions['personaIndex'];
}

/** State of members, by `<namespace>.<schema>`. */
export type MemberStates = Readonly<
  Record<string, Pick<IndexMember, 'status' | 'boundTo' | 'reason' | 'detail'>>
>;

/** What a definition says; a list that it does not have is empty. */
export interface DescribedSelection {
  readonly members: readonly { readonly schemaId: string }[];
  readonly skills: NonNullable<SelectionOptions['skills']>;
  readonly personaIds: readonly string[];
  readonly personaIndex: SelectionOptions['personaIndex'];
  readonly domainDocId: string | null;
}

/** Whether a phase is called as in the reference. */
export function isReferenceForm(input: object): input is ReferencePhase {
  return ['entry', 'selectionId', 'selectionJson', 'gradingDataRoot'].some(
    (name) => Object.hasOwn(input, name) && Reflect.get(input, name) !== undefined,
  );
}

/**
 * Checks a call in the reference's form.
 *
 * @param others arguments of our own form
 */
export function readReferencePhase(
  input: ReferencePhase,
  others: readonly string[],
): Checked<DescribedSelection> {
  const { selectionId } = input;
  const shaped = checkShape(input, phaseInput);
  const problems = [
    ...(selectionId === undefined || selectionId.trim() === ''
      ? [problem('GRD-004', { path: '/selectionId' })]
      : []),
    ...shaped.problems,
    ...besideProblems(input, others, { of: 'selectionJson' }),
  ];
  if (shaped.value === null || problems.length > 0) return { value: null, problems };
  const { personaIndex, selectionJson } = shaped.value;
  const { members = [], skills = [], personaIds = [], domainDocId = null } = selectionJson;
  return { value: { members, skills, personaIds, personaIndex, domainDocId }, problems: [] };
}

/** The entry that a phase was called with. */
export function entryOf(input: object): PhaseEntry | null {
  return isReferenceForm(input) ? (input.entry ?? null) : null;
}

/**
 * The state of members: the one that the last run of the selection froze, or else the present one.
 *
 * @param damaged receives the indexes that cannot be read
 * @throws GradingError PRE-003, IDX-005 for a damaged freeze of the selection, ISL-003 for its name
 */
export function statesOfMembers(
  island: Island,
  {
    selectionId,
    members,
    damaged,
  }: { selectionId: string; members: DescribedSelection['members']; damaged: Problem[] },
): MemberStates {
  const frozen = frozenMembers(island, selectionId);
  if (frozen) return pinnedStates({ members: frozen });
  const indexOf = createIndexLookup(island, { now: new Date(), problems: damaged });
  return resolveMembers({ members }, indexOf, island.book.spec);
}

/** The frozen members, read as the gate reads them; null if no run has frozen any. */
function frozenMembers(island: Island, selectionId: string): GateMember[] | null {
  try {
    const { lock, where } = readFrozen(island, { selectionId });
    const { value, problems } = readFrozenMembers(lock, where);
    const [found] = problems;
    if (found) throw errorOf(found);
    return value;
  } catch (error) {
    if (error instanceof GradingError && error.problem.code === 'PRE-002') return null;
    throw error;
  }
}

/** The state of the members of a freeze; an unknown status counts as pending. */
export function pinnedStates({ members }: { readonly members: readonly GateMember[] }): MemberStates {
  return Object.fromEntries(
    members.map(({ schemaId, gradingStatus, schemaHash }) => {
      const status = NODE_STATUSES.find((known) => known === gradingStatus) ?? 'pending';
      return [schemaId, { status, ...(typeof schemaHash === 'string' && { boundTo: schemaHash }) }];
    }),
  );
}
