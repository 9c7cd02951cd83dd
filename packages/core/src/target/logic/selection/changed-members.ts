import { problem } from '../../../problems/error-codes.js';
import type { Problem } from '../../../problems/problem.js';
import type { SelectionIndex } from '../../../spec/index-file.js';

/**
 * Members that were stable when the run froze them and have changed since: other content, or no longer stable. The run
 * is judged by its frozen members all the same, so this is reported and stops nothing (grading-rules §7).
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
