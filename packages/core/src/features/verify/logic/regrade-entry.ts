import { regradeAnswers, worseOf } from '../../../grade/grade.js';
import { isRejecting } from '../../../grade/node-status.js';
import { newestPerQuestion } from '../../../grade/score.js';
import { problem } from '../../../problems/error-codes.js';
import type { Problem } from '../../../problems/problem.js';
import { questionById } from '../../../questions/lookup.js';
import type { GradingEntry } from '../../../spec/entry.js';
import { SCORING_SYSTEM } from '../../../spec/versions.js';
import type { Grade } from '../../../spec/vocabulary.js';

/**
 * Checks that the grade of an entry follows from its answers. A partial entry repeats another's grade, and a veto gives
 * REJECTED.
 *
 * @param file relative to the island
 * @param cap best grade of the whole it is about: A, B, or null if unknown by now
 * @returns VFY-022 for the grade, and for answers that count differently from their questions
 */
export function regradeEntry(file: string, entry: GradingEntry, cap: 'A' | 'B' | null): Problem[] {
  const found = (path: string, args: Record<'field' | 'found' | 'basis' | 'expected', string | number>) =>
    problem('VFY-022', { file, path }, args);
  const weights = entry.gradings.flatMap(({ questionId, weight }, at) => {
    const question = entry.scoringSystem === SCORING_SYSTEM ? questionById(questionId) : undefined;
    if (!question) return [];
    const path = `/gradings/${at}`;
    if (question.area !== entry.area) {
      const expected = `of ${question.area}`;
      return [
        found(`${path}/questionId`, { field: 'the question', found: questionId, basis: 'it is', expected }),
      ];
    }
    return question.weight === weight
      ? []
      : [
          found(`${path}/weight`, {
            field: 'weight',
            found: weight,
            basis: 'the question has',
            expected: question.weight,
          }),
        ];
  });
  if (entry.gradingMode === 'partial' || entry.categoricalVeto) return weights;
  return [...weights, ...gradeProblems(entry, cap, found)];
}

function gradeProblems(
  entry: GradingEntry,
  cap: 'A' | 'B' | null,
  found: (path: string, args: Record<'field' | 'found' | 'basis' | 'expected', string>) => Problem,
): Problem[] {
  const computed = ownGrade(entry);
  const expected = computed !== null && cap !== null ? worseOf(computed, cap) : computed;
  const grade = entry.aggregateGrade;
  // An unknown cap may have turned an A into a B.
  const isCapped = cap === null && computed === 'A' && grade === 'B';
  if (grade === expected || isCapped) return [];
  const args = {
    field: 'aggregateGrade',
    found: grade,
    basis: 'its answers give',
    expected: expected ?? 'none',
  };
  return [found('/aggregateGrade', args)];
}

/** The band of an entry's answers after the tier's cap; null if all of them are excluded. */
function ownGrade({ gradings, gradingTier: tier, aggregateGrade: stored }: GradingEntry): Grade | null {
  const { aggregateGrade } = regradeAnswers({ answers: newestPerQuestion(gradings), tier, stored });
  return aggregateGrade === 'REJECTED' ? null : aggregateGrade;
}

/** The part of an entry by which its successors are judged. */
export interface EntryInSequence {
  readonly file: string;
  readonly gradingMode: GradingEntry['gradingMode'];
  readonly aggregateGrade: GradingEntry['aggregateGrade'];
  readonly categoricalVeto: GradingEntry['categoricalVeto'];
  readonly schemaHash: GradingEntry['schemaHash'];
  /** The grade of its own answers. */
  readonly ownGrade: Grade | null;
}

/** An entry without its answers. */
export function inSequence(file: string, entry: GradingEntry): EntryInSequence {
  const { gradingMode, aggregateGrade, categoricalVeto, schemaHash } = entry;
  const own = gradingMode === 'partial' && !isRejecting({ grade: aggregateGrade, veto: categoricalVeto });
  return {
    file,
    gradingMode,
    aggregateGrade,
    categoricalVeto,
    schemaHash,
    ownGrade: own ? ownGrade(entry) : null,
  };
}
