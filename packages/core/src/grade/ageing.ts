import { factKindOf } from '../island/logic/facts.js';
import { parseEntryName, parseTimestamp, sortByTime } from '../island/logic/names.js';
import { describeProblem, problem } from '../problems/error-codes.js';
import type { Problem, Where } from '../problems/problem.js';
import type { EntryRules, GradingRules } from '../spec/books/book.js';
import type { EntryAnswer } from '../spec/entry.js';
import { isCounted, meanOfScores, newestPerQuestion } from './score.js';

/** How a question ages; null: its answer does not depend on time. */
export type AgeingClassOf = (questionId: string) => 'api' | 'tos' | null;

/** How answers age at a moment. The days are those of the island: they concern the future, not a letter given before. */
export interface Ageing {
  readonly ageingOf: AgeingClassOf;
  readonly now: Date;
  readonly days: GradingRules['ageingDays'];
}

export interface AgedAnswers {
  /** Questions with an answer that is older than the question's class allows. */
  readonly stale: readonly string[];
  /** The mean without the stale answers; null if no answer is left. */
  readonly agedScore: number | null;
}

const DAY = 24 * 60 * 60 * 1000;

/**
 * Finds the answers that have become stale. The entry's own grade stays as written (decision D16).
 *
 * @param rules the entry's own
 * @returns null when nothing is stale.
 * @see spec 08, Timeline Rule + Aging
 */
export function ageAnswers(
  answers: readonly EntryAnswer[],
  ageing: Ageing,
  rules: EntryRules,
): AgedAnswers | null {
  const stale = staleQuestions(answers, ageing);
  if (stale.length === 0) return null;
  const fresh = newestPerQuestion(answers).filter(({ questionId }) => !stale.includes(questionId));
  return { stale, agedScore: meanOfScores(fresh, rules) };
}

/** Questions whose counted answer has become stale. */
export function staleQuestions(answers: readonly EntryAnswer[], ageing: Ageing): string[] {
  const stale = newestPerQuestion(answers).filter((answer) => isStale(answer, ageing));
  return stale.map(({ questionId }) => questionId);
}

/** Time of the oldest answer that counts in an entry's grade, in UTC; null if none counts. */
export function oldestCounted(answers: readonly EntryAnswer[]): string | null {
  const counting = newestPerQuestion(answers).filter(({ score }) => isCounted(score));
  if (counting.length === 0) return null;
  return new Date(Math.min(...counting.map(({ timestamp }) => Date.parse(timestamp)))).toISOString();
}

/**
 * Whether an entry written at the given time is past its retention period: like a stale answer, it must be strictly
 * older than the limit (decision 0077).
 */
export function isBeyondRetention(at: Date, { now, days }: Omit<Ageing, 'ageingOf'>): boolean {
  return now.getTime() - at.getTime() > days.retention * DAY;
}

/** How many days an entry stays; those of the island. */
export type RetentionDays = Pick<GradingRules['ageingDays'], 'retention'>;

/** The entries of a target that are due for the archive. */
export interface PastRetention {
  /** Entries past their retention, oldest first, relative to the target's folder; absent if there are none. */
  readonly pastRetention?: readonly string[];
}

/**
 * Finds the entries of a target that are due for the archive, by the times in their names (decision 0077).
 * This is only a flag: no grade, status or index depends on it.
 *
 * @param paths of files, relative to the target's folder; files that are not entries are ignored
 */
export function flagPastRetention(paths: readonly string[], of: Omit<Ageing, 'ageingOf'>): PastRetention {
  const entries = paths.flatMap((path) => {
    const name = factKindOf(path) === 'entry' ? parseEntryName(baseName(path)) : null;
    const at = name && parseTimestamp(name.timestamp);
    return name && at && isBeyondRetention(at, of) ? [{ file: path, timestamp: name.timestamp }] : [];
  });
  return entries.length === 0 ? {} : { pastRetention: sortByTime(entries).map(({ file }) => file) };
}

/** The flagged entries as a problem of severity info; empty if there are none. */
export function tellPastRetention(
  flagged: readonly PastRetention[],
  { retention }: RetentionDays,
  where?: Where,
): Problem[] {
  const entries = flagged.flatMap(({ pastRetention = [] }) => pastRetention);
  const [oldest] = entries.map((path) => parseEntryName(baseName(path))?.timestamp ?? '').sort();
  if (oldest === undefined) return [];
  const said = {
    entries: entries.length === 1 ? '1 entry' : `${entries.length} entries`,
    days: retention,
    oldest: oldest.slice(0, 'YYYY-MM-DD'.length),
  };
  return [problem('VFY-031', where, said)];
}

/** The flagged entries as a line for a reader; empty if there are none. */
export function sayPastRetention(flagged: readonly PastRetention[], days: RetentionDays): string[] {
  return tellPastRetention(flagged, days).map((found) => describeProblem(found).message);
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Whether an answer is older than the class of its question allows. Answers that count in no mean do not age. */
export function isStale(
  answer: Pick<EntryAnswer, 'questionId' | 'score' | 'timestamp'>,
  { ageingOf, now, days }: Ageing,
): boolean {
  if (!isCounted(answer.score)) return false;
  const ageing = ageingOf(answer.questionId);
  if (!ageing) return false;
  const age = now.getTime() - Date.parse(answer.timestamp);
  return age > days[ageing] * DAY;
}
