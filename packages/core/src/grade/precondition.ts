import { oneLine } from '../documents/quoted-text.js';
import { splitId } from '../island/logic/names.js';
import type { GradingRules } from '../spec/books/book.js';
import type { LockedMember, LockSnapshot } from '../spec/index-file.js';
import { shellWord } from '../values/shell-word.js';

/** Number of distinct namespaces among members written `<namespace>.<schema>`. */
export function countNamespaces(schemaIds: readonly string[]): number {
  return new Set(schemaIds.map((id) => splitId(id)[0])).size;
}

/** Why a selection with this number of namespaces is not graded at all; null from the soft threshold on (spec 05). */
export function tooFewNamespaces(namespaces: number, grading: GradingRules): string | null {
  const { soft } = grading.selectionNamespaces;
  return namespaces < soft ? `fewer than ${soft} namespaces (${namespaces} of ${soft})` : null;
}

/** Best grade of the selection as a whole: A requires the hard threshold (spec 05). */
export function maxSelectionGrade(namespaces: number, grading: GradingRules): 'A' | 'B' {
  return namespaces >= grading.selectionNamespaces.hard ? 'A' : 'B';
}

/** What the gate reads of a member; `undefined` is unknown. */
export interface GateMember {
  readonly schemaId: string;
  readonly schemaHash?: string | null | undefined;
  readonly gradingStatus?: string | null | undefined;
}

export interface GateResult<Member extends GateMember = LockedMember> {
  readonly passed: boolean;
  /** Members that are not stable in the frozen snapshot. */
  readonly blocking: readonly Member[];
  /** One line that names all of these members; empty if the gate is open. */
  readonly reason: string;
}

/**
 * The gate before any grading of several schemas as one: every member must be stable in the frozen snapshot. An empty
 * member list does not pass.
 *
 * @param notImported members that are known not to be in the island
 * @param why why they are not
 * @see spec 21, Universal Rule
 */
export function checkMembers<Member extends GateMember>(
  { members }: { readonly members: readonly Member[] },
  notImported: readonly string[] = [],
  why = NOT_IMPORTED,
): GateResult<Member> {
  const blocking = members.filter(({ gradingStatus }) => gradingStatus !== 'stable');
  if (members.length === 0) return { passed: false, blocking, reason: 'there is no member schema' };
  if (blocking.length === 0) return { passed: true, blocking, reason: '' };
  const named = blocking.map((member) => {
    const { schemaId, schemaHash, gradingStatus } = member;
    const hash = schemaHash === undefined ? '' : `${schemaHash ?? whyUnknown(member, notImported, why)}, `;
    return `${schemaId} (${hash}${gradingStatus ?? 'no status'})`;
  });
  return {
    passed: false,
    blocking,
    reason: `${blocking.length} of ${members.length} member schemas are not stable: ${named.join(', ')}`,
  };
}

/**
 * Explains a closed gate in several lines: the selection, the file with its frozen members, every member that
 * is not stable, and the commands to run next.
 *
 * @param source index.json with the frozen snapshot, as shown to the user
 * @param lost members that refer to something that no longer exists, with the reason: a reference, or a retired member
 * @param notImported members that are not in the island
 * @param isChained whether the run was to emit what can be asked of the members
 * @see spec 21, Block Behaviour
 */
export function explainGate({
  lockSnapshot,
  gate,
  source,
  lost = new Map(),
  notImported = [],
  isChained = false,
}: {
  lockSnapshot: LockSnapshot;
  gate: GateResult;
  source: string;
  lost?: ReadonlyMap<string, string>;
  notImported?: readonly string[];
  isChained?: boolean;
}): string {
  const { selectionId, generatedAt, members } = lockSnapshot;
  const { blocking } = gate;
  const run = `flowmcp grading emit selections/${shellWord(selectionId)}`;
  const nextSteps = (member: LockedMember) => {
    const reason = lost.get(member.schemaId);
    if (reason === undefined) return stepsOf(member, notImported);
    return [`flowmcp grading import <folder of ${oneLine(selectionId)}> (${oneLine(reason)})`];
  };
  return [
    `the gate is closed, nothing is asked: ${blocking.length} of ${members.length} members are not stable`,
    `  selection: ${selectionId}`,
    `  source: ${source} (lockSnapshot, frozen at ${generatedAt})`,
    '  not stable:',
    ...blocking.map(
      (member) =>
        `    - ${oneLine(member.schemaId)} (schemaHash ${member.schemaHash ?? `none, ${lost.has(member.schemaId) ? 'gone' : whyUnknown(member, notImported)}`}, status ${member.gradingStatus})`,
    ),
    '  next:',
    ...[...new Set(blocking.flatMap((member) => nextSteps(member)))].map((step) => `    ${step}`),
    `    then: ${run}`,
    ...(isChained ? [] : [`    or let one command emit what can be asked of them: ${run} --chain`]),
  ].join('\n');
}

/**
 * Checks whether a member's namespace has an index that cannot be read. Such a member is blocked and has no hash. One
 * that is not imported has no hash either, and under some specifications is blocked as well.
 */
export function hasDamagedIndex(
  { schemaId, schemaHash, gradingStatus }: GateMember,
  notImported: readonly string[],
): boolean {
  return schemaHash === null && gradingStatus === 'blocked' && !notImported.includes(schemaId);
}

const NOT_IMPORTED = 'not imported';

function whyUnknown(member: GateMember, notImported: readonly string[], why = NOT_IMPORTED): string {
  return hasDamagedIndex(member, notImported) ? 'index damaged' : why;
}

function stepsOf(member: LockedMember, notImported: readonly string[]): string[] {
  const { schemaId, schemaHash, gradingStatus } = member;
  const [namespace, schema] = splitId(schemaId);
  const again = `flowmcp grading import <folder of ${oneLine(namespace)}>`;
  if (hasDamagedIndex(member, notImported)) {
    return [
      `flowmcp grading rebuild ${shellWord(`providers/${namespace}`)} (move its index.json aside first)`,
    ];
  }
  if (schemaHash === null) return [again];
  const target = shellWord(`providers/${namespace}/${schema}`);
  const run = `flowmcp grading emit ${target}`;
  if (gradingStatus === 'pending') return [run];
  if (gradingStatus === 'blocked') return [`flowmcp grading state ${target} (says what to mend)`, run];
  return [`${again} (once ${oneLine(schemaId)} is mended)`, run];
}
