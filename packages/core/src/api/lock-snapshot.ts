import { type Checked, type Moment, readMoment } from '../grade/entry/check-entry.js';
import { describeValue } from '../problems/describe-issue.js';
import { problem } from '../problems/error-codes.js';
import type { Problem } from '../problems/problem.js';
import { schemaIdShape } from '../spec/common.js';
import type { LockSnapshot } from '../spec/index-file.js';
import { HASH_PATTERN } from '../spec/name-patterns.js';
import { NODE_STATUSES } from '../spec/vocabulary.js';
import {
  checkOverride,
  type FreezableSelection,
  freezeDefinition,
  type MemberState,
} from '../target/logic/lock-snapshot.js';
import { isRecord } from '../values/is-record.js';
import { errorTexts, thrownTexts } from './error-texts.js';
import { unknownField } from './guard.js';

/** The frozen pins of a selection, and what its members may override (spec 16). */

export { OVERRIDABLE as OVERRIDE_WHITELIST } from '../spec/selection.js';

/**
 * Builds the frozen pins of a selection without writing them: a run freezes them before it reads its gate, and no
 * rebuild changes them (spec 16).
 *
 * @param selectionDef the definition; its `selectionVersion` and `selectionHash` are frozen as given. Without a
 *   `selectionHash`, that of the whole object is computed; null if the object has no `members` to compute it from
 * @param members state of each member. With `selectionDef.members`, one that is not among them is an error, and one
 *   without a state is pending and keeps the gate closed; without, these are the members
 * @param selectionVersion timestamp of the definition's snapshot, if selectionDef does not contain it
 * @param generatedAt default: now
 * @returns null with LCK-001 (missing), LCK-002 (wrong type or form), LCK-003 (members is no list), LCK-005 (status or
 *   override), GRD-011 (unknown field of a member), HSH-… (the definition cannot be hashed)
 */
export function buildLockSnapshot({
  selectionDef,
  members,
  selectionVersion = null,
  generatedAt = new Date(),
}: {
  selectionDef: FreezableSelection;
  members: readonly MemberState[];
  selectionVersion?: string | null;
  generatedAt?: Moment;
}): { lockSnapshot: LockSnapshot | null; errors: string[] } {
  const at = readMoment(generatedAt, 'generatedAt');
  const checked = checkFreezeInput({ selectionDef, members, selectionVersion });
  if (at.value === null || checked.value === null) {
    return { lockSnapshot: null, errors: errorTexts([...at.problems, ...checked.problems]) };
  }
  try {
    return {
      lockSnapshot: freezeDefinition({ ...checked.value, selectionVersion, now: at.value }),
      errors: [],
    };
  } catch (error) {
    return { lockSnapshot: null, errors: thrownTexts(error) };
  }
}

/**
 * Whether a member of a selection may be overridden like this: an object with `name`, `description` or both, each a text
 * (spec 16).
 *
 * @returns LCK-001 (missing or null), LCK-005 (no object, an empty one, another key, a value that is no text or an empty
 *   one): one error for each key
 */
export function validateOverride({ override }: { override: unknown }): { valid: boolean; errors: string[] } {
  const problems = checkOverride(override, '/override');
  return { valid: problems.length === 0, errors: errorTexts(problems) };
}

/** Checks what a program passes to be frozen; every problem names its place. */

const HASH = new RegExp(`^${HASH_PATTERN}$`);
const MEMBER_FIELDS = ['schemaId', 'schemaVersion', 'schemaHash', 'gradingStatus', 'override'];

/** A selection and the states of its members that can be frozen as they are. */
interface FreezeInput {
  readonly definition: FreezableSelection;
  readonly members: readonly MemberState[];
}

/**
 * @param selectionVersion the argument beside the definition
 * @returns LCK-001 (missing), LCK-002 (wrong kind or form, a member twice or of no definition, two versions), LCK-003 (no
 *   list), LCK-005 (status, override), GRD-011 (unknown field of a member's state)
 */
function checkFreezeInput({
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
