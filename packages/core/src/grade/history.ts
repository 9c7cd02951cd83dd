import type { AggregateGrade, GradingMode, Score } from '../spec/vocabulary.js';

/** An answer that differs from the previous entry. */
export interface ChangedAnswer {
  readonly questionId: string;
  /** null: it was not asked before. */
  readonly from: Score | null;
  readonly to: Score;
}

/** The entries of a target that are due for the archive. */
export interface PastRetention {
  /** Entries past their retention, oldest first, relative to the target's folder; absent if there are none. */
  readonly pastRetention?: readonly string[];
}

/** One entry of a node. Entries are never deleted, so the files are the history. */
export interface HistoryEntry {
  readonly ref: string;
  readonly gradingId: string;
  /** Timestamp in the file's name. */
  readonly at: string;
  readonly mode: GradingMode;
  /** null: a partial entry without an earlier full one about the same content. */
  readonly grade: AggregateGrade | null;
  /** The mean behind the grade; null under a veto, and for a partial entry, which repeats another's grade. */
  readonly score: number | null;
  readonly schemaHash: string;
  /** Whether it is about the present content. */
  readonly current: boolean;
  /**
   * scoringSystem of its scores; absent if it is today's. Scores of two systems cannot be compared (spec 06).
   */
  readonly scoringSystem?: string;
  readonly harness: string;
  /** Its graders, without code. */
  readonly graders: readonly string[];
  readonly persona: string | null;
  /** Why it was graded again; null for a first grading. */
  readonly regradedFor: string | null;
  readonly veto: string | null;
  readonly changed: readonly ChangedAnswer[];
}
