import { checkScore } from '../grade/score.js';
import { describeValue, naReasonProblem } from '../problems/describe-issue.js';
import { problem } from '../problems/error-codes.js';
import type { Problem } from '../problems/problem.js';
import { NA_REASONS, type NaReason } from '../spec/vocabulary.js';
import { errorTexts } from './error-texts.js';
import { besideProblems } from './guard.js';

/** Why a question was not answered: a closed set, used only with the score n/a (spec 08 §5.3). */

/** The closed set. */
export function getAllowed(): { allowed: NaReason[] } {
  return { allowed: [...NA_REASONS] };
}

/** Whether the reason belongs to the closed set. */
export function isAllowed({ naReason }: { naReason: unknown }): { allowed: boolean; errors: string[] } {
  return { allowed: isNaReason(naReason), errors: [] };
}

function isNaReason(found: unknown): boolean {
  return NA_REASONS.some((known) => known === found);
}

/** Whether an answer and its reason fit together; `status` and `messages` say the same as `valid` and `errors`. */
export interface CheckedReason {
  valid: boolean;
  errors: string[];
  status: boolean;
  messages: string[];
}

/**
 * Whether an answer and a reason fit together.
 *
 * @param score a score: 1.0–5.0, pass, fail, stale or n/a
 * @param grade in place of `score`: n/a, or any other text such as a letter
 * @returns NA-001 (neither of the two, or n/a without a reason of the set), NA-002 (a reason without n/a), SCO-…
 *   (no score)
 */
export function validate(
  input: { naReason?: unknown } & ({ score: unknown; grade?: never } | { grade: unknown; score?: never }),
): CheckedReason {
  const problems = [
    ...(input.score === undefined ? [] : besideProblems(input, ['grade'], { of: 'score' })),
    ...checkAnswer(input),
    ...checkReason(input),
  ];
  return checkedReason(errorTexts(problems));
}

/** The same verdict under both pairs of names. */
function checkedReason(errors: string[]): CheckedReason {
  const valid = errors.length === 0;
  return { valid, errors, status: valid, messages: [...errors] };
}

function checkAnswer({ score, grade }: { score?: unknown; grade?: unknown }): Problem[] {
  if (score !== undefined) {
    const found = checkScore(score, { path: '/score' });
    return found ? [found] : [];
  }
  if (typeof grade === 'string' && grade.trim() !== '') return [];
  return [
    problem('NA-001', { path: '/grade' }, { expected: 'a grade or a score', found: describeValue(grade) }),
  ];
}

function checkReason({
  score,
  grade,
  naReason,
}: {
  score?: unknown;
  grade?: unknown;
  naReason?: unknown;
}): Problem[] {
  if ((score ?? grade) === 'n/a') {
    return isNaReason(naReason) ? [] : [naReasonProblem({ path: '/naReason' }, describeValue(naReason))];
  }
  return naReason === undefined || naReason === null ? [] : [problem('NA-002', { path: '/naReason' })];
}
