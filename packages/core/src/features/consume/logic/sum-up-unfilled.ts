import { problem } from '../../../problems/error-codes.js';
import type { Problem } from '../../../problems/problem.js';
import type { ReadableArea, ReadableScores } from '../../../spec/scores.js';

/** Maximum number of questions that a line names; the others are counted. */
const NAMED = 3;
/** What a grader fills in. */
const TO_FILL = /^\/(?:areas\/(\d+)\/answers(?:\/(\d+)\/(score|reasoning))?$|creator\/|harness\/|timestamp$)/;
const BLANK = new Set<unknown>(['null', '""', 'nothing']);

/**
 * Sums up what a scores file has left as `payloadSkeleton` had it: for the whole file if no score is given (SCR-040), else
 * for each prompt (SCR-041).
 *
 * @param problems every problem of the file
 * @returns the sums, followed by the other problems; null if nothing is left to fill in
 */
export function sumUpUnfilled(
  problems: readonly Problem[],
  { areas = [] }: ReadableScores,
  target: string,
): Problem[] | null {
  const blank = problems.filter(isBlank);
  const open = areas.map((area, at) => openAnswers(blank, area, at));
  const scores = open.reduce((sum, of) => sum + of.scores, 0);
  if (scores > 0 && open.every((of) => of.scores === of.all)) {
    const reasons = open.reduce((sum, of) => sum + of.reasons, 0);
    const isAnonymous = blank.some(({ where }) => where?.path?.startsWith('/creator/'));
    const what = [
      `${scores} scores`,
      ...(reasons > 0 ? [`${reasons} reasons`] : []),
      ...(isAnonymous ? ['and who answered'] : []),
    ].join(', ');
    return [problem('SCR-040', undefined, { what, target }), ...problems.filter((found) => !isBlank(found))];
  }
  const sums = areas.flatMap(({ area = 'area', subject = 'subject' }, at) => {
    const { questions, all } = open[at] ?? NOTHING;
    if (questions.length === 0) return [];
    const left = questions.length - NAMED;
    const named = `${questions.slice(0, NAMED).join(', ')}${left > 0 ? ` and ${left} more` : ''}`;
    const args = { area, subject, open: questions.length, all, questions: named };
    return [problem('SCR-041', { path: `/areas/${at}/answers` }, args)];
  });
  const isSummedUp = (found: Problem) => isBlank(found) && found.where?.path?.startsWith('/areas/') === true;
  return sums.length === 0 ? null : [...sums, ...problems.filter((found) => !isSummedUp(found))];
}

/** Whether a problem says only that a value is still what it was in the skeleton, or that an answer is absent. */
function isBlank({ code, where, args }: Problem): boolean {
  if (!TO_FILL.test(where?.path ?? '')) return false;
  if (code === 'SCR-002') return BLANK.has(args?.found);
  return code === 'GRD-001' || code === 'GRD-007' || code === 'SCR-010' || code === 'SCR-042';
}

const NOTHING = { scores: 0, reasons: 0, all: 0, questions: [] as readonly string[] };

function openAnswers(
  blank: readonly Problem[],
  { answers = [] }: ReadableArea,
  area: number,
): typeof NOTHING {
  const places = blank.flatMap(({ where, args }) => {
    const [, of, answer, field] = TO_FILL.exec(where?.path ?? '') ?? [];
    if (of !== String(area)) return [];
    const question = answer === undefined ? args?.question : answers[Number(answer)]?.questionId;
    return [{ question: String(question), field }];
  });
  const absent = places.filter(({ field }) => field === undefined).length;
  return {
    scores: places.filter(({ field }) => field === 'score').length + absent,
    reasons: places.filter(({ field }) => field === 'reasoning').length + absent,
    all: answers.length + absent,
    questions: [...new Set(places.map(({ question }) => question))],
  };
}
