import type { EntryAnswer } from '../model/entry.js';
import { gradingSystem } from '../tables/grading-system-1.0.0.js';
import { meanOfScores, newestPerQuestion, valueOfScore } from './score.js';

/** How a question ages; null: its answer does not depend on time. */
export type AgeingClassOf = (questionId: string) => 'api' | 'tos' | null;

export interface AgedAnswers {
  /** Questions whose answer is older than its class allows. */
  readonly stale: readonly string[];
  /** The mean without them; null when nothing is left. */
  readonly agedScore: number | null;
}

const DAY = 24 * 60 * 60 * 1000;

/**
 * Which answers have aged out by now. The entry's own grade stays as it was written (decision D16).
 *
 * @returns null when nothing is stale.
 * @see spec 08, Timeline Rule + Aging
 */
export function ageAnswers(
  answers: readonly EntryAnswer[],
  ageingOf: AgeingClassOf,
  now: Date,
): AgedAnswers | null {
  const counted = newestPerQuestion(answers);
  const stale = counted.filter((answer) => isStale(answer, ageingOf, now));
  if (stale.length === 0) return null;
  const fresh = counted.filter((answer) => !stale.includes(answer));
  return { stale: stale.map((answer) => answer.questionId), agedScore: meanOfScores(fresh) };
}

/** When the oldest answer was given that an entry's grade rests on, in UTC; null where none counts. */
export function oldestCounted(answers: readonly EntryAnswer[]): string | null {
  const counting = newestPerQuestion(answers).filter(({ score }) => valueOfScore(score) !== null);
  if (counting.length === 0) return null;
  return new Date(Math.min(...counting.map(({ timestamp }) => Date.parse(timestamp)))).toISOString();
}

/** Are all of its answers so old that the entry is due for the archive? */
export function isBeyondRetention(answers: readonly Pick<EntryAnswer, 'timestamp'>[], now: Date): boolean {
  const newest = Math.max(...answers.map(({ timestamp }) => Date.parse(timestamp)));
  return now.getTime() - newest > gradingSystem.ageingDays.retention * DAY;
}

/** Is an answer older than its class allows? What counts in no mean does not age. */
export function isStale(
  answer: Pick<EntryAnswer, 'questionId' | 'score' | 'timestamp'>,
  ageingOf: AgeingClassOf,
  now: Date,
): boolean {
  if (answer.score === 'n/a' || answer.score === 'stale') return false;
  const ageing = ageingOf(answer.questionId);
  if (!ageing) return false;
  const age = now.getTime() - Date.parse(answer.timestamp);
  return age > gradingSystem.ageingDays[ageing] * DAY;
}
