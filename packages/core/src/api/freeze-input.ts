import type { Checked } from '../grade/entry/check-entry.js';
import { describeValue } from '../problems/describe-issue.js';
import { problem } from '../problems/error-codes.js';
import type { Problem } from '../problems/problem.js';
import { schemaIdShape } from '../spec/common.js';
import { HASH_PATTERN } from '../spec/name-patterns.js';
import { NODE_STATUSES } from '../spec/vocabulary.js';
import { checkOverride, type FreezableSelection, type MemberState } from '../target/logic/lock-snapshot.js';
import { isRecord } from '../values/is-record.js';
import { unknownField } from './guard.js';

/** Checks what a program passes to be frozen; every problem names its place. */

const HASH = new RegExp(`^${HASH_PATTERN}$`);
const MEMBER_FIELDS = ['schemaId', 'schemaVersion', 'schemaHash', 'gradingStatus', 'override'];

/** A selection and the states of its members that can be frozen as they are. */
export interface FreezeInput {
  readonly definition: FreezableSelection;
  readonly members: readonly MemberState[];
}

/**
 * @param selectionVersion the argument beside the definition
 * @returns LCK-001 (missing), LCK-002 (wrong kind or form, a member twice or of no definition, two versions), LCK-003 (no
 *   list), LCK-005 (status, override), GRD-011 (unknown field of a member's state)
 */
export function checkFreezeInput({
  selectionDef,
  members,
  selectionVersion,
}: {
  selectionDef: FreezableSelection;
  members: readonly MemberState[];
  selectionVersion: string | null;
}): Checked<FreezeInput> {
  const problems = [
    ...checkDefinition(selectionDef, selectionVersion),
    ...(Array.isArray(members) ? checkStates(members, selectionDef.members) : [noList('/members', members)]),
  ];
  return problems.length > 0
    ? { value: null, problems }
    : { value: { definition: selectionDef, members }, problems: [] };
}

function checkDefinition(
  { selectionId, selectionVersion, selectionHash, members }: FreezableSelection,
  beside: string | null,
): Problem[] {
  const at = '/selectionDef';
  const isOther = typeof selectionVersion === 'string' && beside?.trim() && beside !== selectionVersion;
  return [
    ...checkText(selectionId, `${at}/selectionId`),
    ...checkVersion(selectionVersion, `${at}/selectionVersion`),
    ...checkVersion(beside, '/selectionVersion'),
    ...(isOther ? [wrong('/selectionVersion', `${selectionVersion}, as in selectionDef`, beside)] : []),
    ...checkHash(selectionHash, `${at}/selectionHash`),
    ...(members === undefined ? [] : checkDeclared(members, `${at}/members`)),
  ];
}

function checkDeclared(members: unknown, at: string): Problem[] {
  if (!Array.isArray(members)) return [noList(at, members)];
  const ids = members.map((member: unknown) => (isRecord(member) ? member.schemaId : undefined));
  return members.flatMap((member: unknown, index): Problem[] => {
    const path = `${at}/${index}`;
    if (!isRecord(member)) return [wrong(path, 'an object', member)];
    const { schemaId } = member;
    const misfits = checkSchemaId(schemaId, `${path}/schemaId`);
    const isAgain = misfits.length === 0 && ids.indexOf(schemaId) < index;
    return [
      ...misfits,
      ...(isAgain ? [wrong(`${path}/schemaId`, 'each member once', schemaId)] : []),
      ...checkOwnOverride(member, path),
    ];
  });
}

function checkStates(members: readonly unknown[], declared: unknown): Problem[] {
  const known = Array.isArray(declared)
    ? declared.map((one: unknown) => isRecord(one) && one.schemaId)
    : null;
  const ids = members.map((member) => (isRecord(member) ? member.schemaId : undefined));
  return members.flatMap((member, index): Problem[] => {
    const path = `/members/${index}`;
    if (!isRecord(member)) return [wrong(path, 'an object', member)];
    const { schemaId, schemaVersion, schemaHash } = member;
    const at = `${path}/schemaId`;
    const misfits = checkSchemaId(schemaId, at);
    if (misfits.length > 0) return misfits;
    return [
      ...Object.keys(member)
        .filter((name) => !MEMBER_FIELDS.includes(name))
        .map((name) => unknownField(name, MEMBER_FIELDS, path)),
      ...(ids.indexOf(schemaId) < index ? [wrong(at, 'each member once', schemaId)] : []),
      ...(known && !known.includes(schemaId as string)
        ? [wrong(at, 'a member of the definition', schemaId)]
        : []),
      ...checkVersion(schemaVersion, `${path}/schemaVersion`),
      ...checkHash(schemaHash, `${path}/schemaHash`),
      ...checkStatus(member, path),
      ...checkOwnOverride(member, path),
    ];
  });
}

function checkStatus({ schemaId, gradingStatus }: Record<string, unknown>, path: string): Problem[] {
  if (NODE_STATUSES.some((status) => status === gradingStatus)) return [];
  const args = {
    what: `the gradingStatus of ${schemaId}`,
    expected: `one of ${NODE_STATUSES.join(', ')}`,
    found: describeValue(gradingStatus),
  };
  return [problem('LCK-005', { path: `${path}/gradingStatus` }, args)];
}

/** null stands for no override, as in a lock snapshot. */
function checkOwnOverride({ schemaId, override }: Record<string, unknown>, path: string): Problem[] {
  if (override === undefined || override === null) return [];
  return checkOverride(override, `${path}/override`, String(schemaId));
}

function checkSchemaId(found: unknown, path: string): Problem[] {
  const misfits = checkText(found, path);
  if (misfits.length > 0 || schemaIdShape.safeParse(found).success) return misfits;
  return [wrong(path, '<namespace>.<schema>', found)];
}

function checkText(found: unknown, path: string): Problem[] {
  const field = path.slice(path.lastIndexOf('/') + 1);
  if (found === undefined || found === null || found === '') return [problem('LCK-001', { path }, { field })];
  return typeof found === 'string' ? [] : [wrong(path, 'text', found)];
}

function checkVersion(found: unknown, path: string): Problem[] {
  const isVersion = found === undefined || found === null || (typeof found === 'string' && /\S/.test(found));
  return isVersion ? [] : [wrong(path, 'text that is not empty, or null', found)];
}

function checkHash(found: unknown, path: string): Problem[] {
  const isHash = found === undefined || found === null || (typeof found === 'string' && HASH.test(found));
  return isHash ? [] : [wrong(path, '8 hexadecimal digits, or null', found)];
}

function wrong(path: string, expected: string, found: unknown): Problem {
  return problem('LCK-002', { path }, { expected, found: describeValue(found) });
}

function noList(path: string, found: unknown): Problem {
  return problem('LCK-003', { path }, { found: describeValue(found) });
}
