import { type Moment, readMoment } from '../grade/entry/check-entry.js';
import type { LockSnapshot } from '../spec/index-file.js';
import {
  checkOverride,
  type FreezableSelection,
  freezeDefinition,
  type MemberState,
} from '../target/logic/lock-snapshot.js';
import { errorTexts, thrownTexts } from './error-texts.js';
import { checkFreezeInput } from './freeze-input.js';

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
