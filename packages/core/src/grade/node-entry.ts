import type { CategoricalVeto, EntryAnswer } from '../spec/entry.js';
import type { AggregateGrade, AreaId, GradingMode, Persona, Tier } from '../spec/vocabulary.js';

/** The fields of an entry that a node's status depends on. */
export interface NodeEntry {
  readonly gradingId: string;
  readonly area: AreaId;
  /** From the file's name. */
  readonly timestamp: string;
  readonly mode: GradingMode;
  readonly grade: AggregateGrade;
  /** Hash of the graded content. */
  readonly hash: string;
  readonly tier: Tier;
  /** Persona the material was read as; null in an area without a persona. */
  readonly persona: Persona | null;
  readonly answers: readonly EntryAnswer[];
  readonly veto: CategoricalVeto | null;
  /** Relative to the folder of the index. */
  readonly ref: string;
}
