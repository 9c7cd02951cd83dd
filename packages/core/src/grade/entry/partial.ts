import { formatTimestamp } from '../../island/logic/names.js';
import { problem } from '../../problems/error-codes.js';
import type { Problem } from '../../problems/problem.js';
import type { EntryAnswer, GradingEntry } from '../../spec/entry.js';
import { isRejecting } from '../node-status.js';
import { gradingIdOf } from './build-entry.js';
import { type Checked, checkEntry } from './check-entry.js';
import { addAnswer, subjectOf } from './draft.js';

/**
 * Builds a partial entry: the new answers, with the grade of the entry it is based on, including its veto
 * (decision 0038).
 *
 * @param base the newest full entry, or a partial one that repeats it
 * @param at time of writing
 * @see spec 21, Partial Grading
 */
export function buildPartialEntry(
  base: GradingEntry,
  answers: readonly EntryAnswer[],
  at: Date,
): Checked<GradingEntry> {
  const checked = checkEntry(base);
  if (checked.value === null) return checked;
  const before = checked.value;
  if (answers.length === 0) return { value: null, problems: [problem('PRT-006')] };
  const { regradingTrigger: _, ...bound } = before;
  let draft: ReturnType<typeof addAnswer> = {
    value: {
      ...bound,
      gradingId: gradingIdOf({ ...before, subject: subjectOf(before) }, formatTimestamp(at)),
      gradingMode: 'partial',
      gradings: [],
    },
    problems: [],
  };
  for (const answer of answers) {
    if (draft.value === null) return draft;
    draft = addAnswer(draft.value, answer);
  }
  if (draft.value === null) return draft;
  return checkEntry({ ...draft.value, aggregateGrade: before.aggregateGrade });
}

export interface SequenceViolation {
  /** Position in the sequence, from 0. */
  readonly index: number;
  readonly rule: 'invalid-mode' | 'first-must-be-full' | 'partial-must-not-change-aggregate';
  /** PRT-002, PRT-003 or PRT-004. */
  readonly problem: Problem;
}

/**
 * The fields of an entry that the history check needs; without hashes, all entries are taken to be about the
 * same content.
 */
export type SequenceEntry = Pick<GradingEntry, 'aggregateGrade'> &
  Partial<Pick<GradingEntry, 'categoricalVeto' | 'schemaHash'>> & {
    /** A mode that is neither full nor partial is a violation. */
    readonly gradingMode: string;
  };

/**
 * Checks the history of a node against the rules of partial gradings. Any entry may raise a veto, and later
 * partial entries repeat it. If the content has changed since the newest full entry, a partial entry has its
 * own grade; earlier versions repeated the old one (decision 0038).
 *
 * @param entries of one node, oldest first
 * @see spec 21, Partial Grading
 */
export function findSequenceViolations(entries: readonly SequenceEntry[]): SequenceViolation[] {
  let grade: string | null = null;
  let graded: string | undefined;
  return entries.flatMap((entry, index): SequenceViolation[] => {
    const before = grade;
    const { gradingMode, aggregateGrade, categoricalVeto = null } = entry;
    const isFull = gradingMode === 'full';
    const isRejected = isRejecting({ grade: aggregateGrade, veto: categoricalVeto });
    if (isFull || isRejected) grade = aggregateGrade;
    if (isFull) graded = entry.schemaHash;
    if (isFull) return [];
    const where = { path: `/${index}` };
    const wrongMode: SequenceViolation[] =
      gradingMode === 'partial'
        ? []
        : [{ index, rule: 'invalid-mode', problem: problem('PRT-002', where, { found: gradingMode }) }];
    const isOther = graded !== entry.schemaHash && before !== 'REJECTED' && aggregateGrade !== before;
    if (before === null || isOther)
      return [{ index, rule: 'first-must-be-full', problem: problem('PRT-003', where) }, ...wrongMode];
    if (isRejected || aggregateGrade === before) return wrongMode;
    const changed = problem('PRT-004', where, { expected: before, found: aggregateGrade });
    return [...wrongMode, { index, rule: 'partial-must-not-change-aggregate', problem: changed }];
  });
}
