import { findSequenceViolations } from '../../../grade/entry/partial.js';
import { problem } from '../../../problems/error-codes.js';
import type { Problem } from '../../../problems/problem.js';
import type { EntryInSequence } from './regrade-entry.js';

/**
 * Does the history of a node obey the rules of partial gradings? (spec 21, decision 0038)
 *
 * @param entries of one node, oldest first
 * @param target as it can be typed
 * @returns VFY-023 where a grade was changed, VFY-022 where a first one is not its own, VFY-024 where none came before
 */
export function checkSequence(entries: readonly EntryInSequence[], target: string): Problem[] {
  return findSequenceViolations(entries).flatMap(({ index, rule, message }): Problem[] => {
    const entry = entries[index];
    if (!entry) return [];
    const { file, aggregateGrade, ownGrade } = entry;
    if (rule !== 'first-must-be-full') return [problem('VFY-023', { file }, { reason: message })];
    const warning = problem('VFY-024', { file }, { target });
    if (ownGrade === null || ownGrade === aggregateGrade) return [warning];
    const args = { field: 'aggregateGrade', basis: 'its answers give', expected: ownGrade };
    return [
      warning,
      problem('VFY-022', { file, path: '/aggregateGrade' }, { ...args, found: aggregateGrade }),
    ];
  });
}
