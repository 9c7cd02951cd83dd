import { findSequenceViolations } from '../../../grade/entry/partial.js';
import { problem } from '../../../problems/error-codes.js';
import type { Problem } from '../../../problems/problem.js';
import type { EntryInSequence } from './regrade-entry.js';

/**
 * Checks the history of a node by the rules of partial gradings (spec 21, decision 0038).
 *
 * @param entries of one node, oldest first
 * @param target as it can be typed into a command
 * @returns VFY-023 for a changed grade, VFY-022 for a first grade that does not follow from its answers, VFY-024 if
 *   there is no earlier grade
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
