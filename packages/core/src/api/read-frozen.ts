import type { Checked } from '../grade/entry/check-entry.js';
import type { GateMember } from '../grade/precondition.js';
import { readJson, readLockSnapshot } from '../island/documents.js';
import type { Island } from '../island/island.js';
import { refuseWrongClock } from '../island/journal/read-journal.js';
import { FILE_NAMES, namespaceFolder, selectionFolder } from '../island/logic/paths.js';
import { describeValue } from '../problems/describe-issue.js';
import { fatal, problem } from '../problems/error-codes.js';
import type { Where } from '../problems/problem.js';
import { isRecord } from '../values/is-record.js';

/** Reads what the last run of a target froze, as the gate and the phases of a selection need it. */

export type Target =
  | { readonly selectionId: string; readonly namespace?: undefined }
  | { readonly namespace: string; readonly selectionId?: undefined };

/**
 * Reads the frozen snapshot that a target's gate uses: from its index, whatever else that contains, or from the copy
 * beside it.
 *
 * @throws GradingError PRE-002 if no run has frozen one, PRE-003 if the index is no JSON object, ISL-003 for an invalid
 * name
 */
export function readFrozen(island: Island, target: Target): { lock: unknown; where: Where } {
  const folder =
    target.selectionId !== undefined
      ? selectionFolder(target.selectionId)
      : namespaceFolder(target.namespace);
  refuseWrongClock(island, folder);
  const file = `${folder}/${FILE_NAMES.index}`;
  const json = readJson(island, file);
  if (json && !('value' in json && isRecord(json.value))) {
    throw fatal('PRE-003', { file }, { found: 'value' in json ? describeValue(json.value) : 'no JSON' });
  }
  const index = json && 'value' in json && isRecord(json.value) ? json.value : null;
  const lock = index ? index.lockSnapshot : readLockSnapshot(island, folder, null);
  if (lock === undefined || lock === null) throw fatal('PRE-002', undefined, { target: folder });
  return { lock, where: { file, path: 'lockSnapshot' } };
}

/** Reads the members of a frozen snapshot; PRE-003 if it is none, or if a member does not name its schema. */
export function readFrozenMembers(lock: unknown, where: Where): Checked<GateMember[]> {
  const members = isRecord(lock) ? lock.members : undefined;
  // `every` skips the holes of a list.
  if (Array.isArray(members) && Array.from(members).every(isMember))
    return { value: members.map(readMember), problems: [] };
  return { value: null, problems: [problem('PRE-003', where, { found: describeLock(lock) })] };
}

function isMember(member: unknown): member is Record<string, unknown> & { readonly schemaId: string } {
  return isRecord(member) && typeof member.schemaId === 'string' && /\S/.test(member.schemaId);
}

/** A frozen member; a status or hash that is no text is none. */
function readMember(member: Record<string, unknown> & { readonly schemaId: string }): GateMember {
  const { gradingStatus, schemaHash } = member;
  return {
    ...member,
    gradingStatus: typeof gradingStatus === 'string' ? gradingStatus : null,
    schemaHash: typeof schemaHash === 'string' || schemaHash === undefined ? schemaHash : null,
  };
}

/** What a value is that is no lock snapshot. */
function describeLock(lockfile: unknown): string {
  if (!isRecord(lockfile)) return describeValue(lockfile);
  const { members } = lockfile;
  if (!Array.isArray(members)) return `members: ${describeValue(members)}`;
  return `members/${members.findIndex((member) => !isMember(member))} without a schemaId`;
}
