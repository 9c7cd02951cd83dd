import type { CategoricalVeto, EntryAnswer } from '../spec/entry.js';
import type { AggregateGrade, AreaId, GradingMode, Persona, Tier } from '../spec/vocabulary.js';

/** What the status of a node needs to know of one entry. */
export interface NodeEntry {
  readonly gradingId: string;
  readonly area: AreaId;
  /** From the file's name. */
  readonly timestamp: string;
  readonly mode: GradingMode;
  readonly grade: AggregateGrade;
  /** Hash of the thing that was graded. */
  readonly hash: string;
  readonly tier: Tier;
  /** Who it was read as; null in an area without a persona. */
  readonly persona: Persona | null;
  readonly answers: readonly EntryAnswer[];
  readonly veto: CategoricalVeto | null;
  /** Relative to the folder of the index. */
  readonly ref: string;
}
