import { formatPersona } from '../island/logic/names.js';
import type { RuleBook } from '../spec/books/book.js';
import { rulesOf } from '../spec/books/registered.js';
import type { GradingEntry } from '../spec/entry.js';
import type { AggregateGrade, GradingMode, Score } from '../spec/vocabulary.js';
import { nameGrader } from './explain/explain-entry.js';
import { givesGrade, isRejecting, settles } from './node-status.js';
import { meanOfScores, newestPerQuestion } from './score.js';

/** An answer whose score differs from that of the previous answer to the same question. */
export interface ChangedAnswer {
  readonly questionId: string;
  /** null if the question had not been answered before. */
  readonly from: Score | null;
  readonly to: Score;
}

/** One entry of a node. Entries are never deleted, so the files are the history. */
export interface HistoryEntry {
  readonly ref: string;
  readonly gradingId: string;
  /** Timestamp in the file's name. */
  readonly at: string;
  readonly mode: GradingMode;
  /** null if the entry gives no grade, for example a partial one with no earlier full one about the same content. */
  readonly grade: AggregateGrade | null;
  /**
   * The mean behind the grade; null under a veto, under rules that are not known, and for a partial entry, which repeats
   * another's grade.
   */
  readonly score: number | null;
  readonly schemaHash: string;
  /** Whether the entry is about the present content. */
  readonly current: boolean;
  /**
   * scoringSystem of its scores; absent if it is the island's. Scores of two systems cannot be compared (spec 06).
   */
  readonly scoringSystem?: string;
  readonly harness: string;
  /** Its graders, not counting code. */
  readonly graders: readonly string[];
  readonly persona: string | null;
  /** Why it was graded again; null for a first grading. */
  readonly regradedFor: string | null;
  readonly veto: string | null;
  readonly changed: readonly ChangedAnswer[];
}

interface TimedEntry {
  readonly timestamp: string;
  readonly entry: GradingEntry;
}

/**
 * The entries that decide a node's grade: the newest one that settles it, others from the same second, and
 * all newer ones.
 *
 * @param entries oldest first
 */
export function newestFrom<T extends TimedEntry>(entries: readonly T[]): T[] {
  const since = secondOfSettling(entries);
  return entries.filter(({ timestamp }) => timestamp >= since);
}

/**
 * Timestamp of the newest entry that settles the grade; older entries decide nothing. Empty if there is none.
 *
 * @param entries oldest first
 */
export function secondOfSettling(entries: readonly TimedEntry[]): string {
  return entries.findLast(({ entry }) => entrySettles(entry))?.timestamp ?? '';
}

/** Whether an entry, in its stored form, settles the grade. */
export function entrySettles(entry: GradingEntry): boolean {
  return settles({ ...fieldsOf(entry), isRegraded: isRegraded(entry) });
}

function fieldsOf(entry: GradingEntry) {
  const { gradingMode: mode, aggregateGrade: grade, categoricalVeto: veto, gradings: answers } = entry;
  return { mode, grade, veto, answers };
}

/** Whether an entry only gives the answers of an older one the letter of another gradingSystem. */
export function isRegraded({ regradingTrigger }: Pick<GradingEntry, 'regradingTrigger'>): boolean {
  return regradingTrigger?.triggeredBy === 'grading-system-bump';
}

/** An entry and where it is stored. */
export interface GivenEntry {
  readonly ref: string;
  readonly timestamp: string;
  readonly entry: GradingEntry;
}

/** An entry of a history, not yet compared with the node's present content. */
export type PastEntry = Omit<HistoryEntry, 'current'>;

/**
 * A node's entries in chronological order, each with the changes it made.
 *
 * @param entries oldest first
 * @param book that of the island
 */
export function describeEntries(entries: readonly GivenEntry[], book: RuleBook): PastEntry[] {
  const known = new Map<string, Score>();
  let graded: string | null = null;
  return entries.map((one) => {
    if (one.entry.gradingMode === 'full') graded = one.entry.schemaHash;
    const described = describeEntry(one, known, book);
    if (one.entry.gradingMode === 'full' && !givesGrade(fieldsOf(one.entry))) {
      return { ...described, grade: null, score: null };
    }
    const isVetoed = isRejecting({ grade: one.entry.aggregateGrade, veto: one.entry.categoricalVeto });
    return graded === one.entry.schemaHash || isVetoed ? described : { ...described, grade: null };
  });
}

/** @param hash of the node's present content */
export function markCurrent(past: readonly PastEntry[], hash: string): HistoryEntry[] {
  return past.map((entry) => ({ ...entry, current: entry.schemaHash === hash }));
}

function describeEntry(
  { ref, timestamp, entry }: GivenEntry,
  known: Map<string, Score>,
  book: RuleBook,
): PastEntry {
  const answers = newestPerQuestion(entry.gradings);
  const changed = answers
    .map(({ questionId, score }) => ({ questionId, from: known.get(questionId) ?? null, to: score }))
    .filter(({ from, to }) => from !== to);
  for (const { questionId, score } of answers) known.set(questionId, score);
  const judged = answers.filter(({ determinism }) => determinism === 'non-deterministic');
  const isPartial = entry.gradingMode === 'partial';
  const rules = rulesOf(entry);
  const hasMean = rules !== null && !isPartial && entry.categoricalVeto === null;
  return {
    ref,
    gradingId: entry.gradingId,
    at: timestamp,
    mode: entry.gradingMode,
    grade: entry.aggregateGrade,
    score: hasMean ? meanOfScores(answers, rules) : null,
    schemaHash: entry.schemaHash,
    ...(entry.scoringSystem !== book.scoring.version && { scoringSystem: entry.scoringSystem }),
    harness: entry.harness,
    graders: [...new Set(judged.map(nameGrader))],
    persona: entry.persona ? formatPersona(entry.persona) : null,
    regradedFor: entry.regradingTrigger?.triggeredBy ?? null,
    veto: entry.categoricalVeto?.triggeredBy ?? null,
    changed,
  };
}
