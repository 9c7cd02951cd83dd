import type { AggregateGrade, GradingMode, Score } from '../spec/vocabulary.js';

/** An answer that is not what the entry before said. */
export interface ChangedAnswer {
  readonly questionId: string;
  /** null: it was not asked before. */
  readonly from: Score | null;
  readonly to: Score;
}

/** What of a target is due for the archive. */
export interface PastRetention {
  /** Entries older than entries are kept, oldest first, relative to the target's folder; absent where there are none. */
  readonly pastRetention?: readonly string[];
}

/** One entry of a node. Entries are never deleted, so the history is what lies there. */
export interface HistoryEntry {
  readonly ref: string;
  readonly gradingId: string;
  /** Timestamp of the file's name. */
  readonly at: string;
  readonly mode: GradingMode;
  /** null: a partial entry, and no full one about this content comes before it. */
  readonly grade: AggregateGrade | null;
  /** What the grade is the band of; null under a veto and of a partial entry, which repeats another's grade. */
  readonly score: number | null;
  readonly schemaHash: string;
  /** Is it about the content as it is now? */
  readonly current: boolean;
  /** That of its scores; absent where it is the one of today. Scores of two systems cannot be compared (spec 06). */
  readonly scoringSystem?: string;
  readonly harness: string;
  /** Who graded, without what code answered. */
  readonly graders: readonly string[];
  readonly persona: string | null;
  /** Why it was graded again; null for a first grading. */
  readonly regradedFor: string | null;
  readonly veto: string | null;
  readonly changed: readonly ChangedAnswer[];
}
