import type { CategoricalVeto, EntryAnswer } from '../spec/entry.js';
import type {
  AggregateGrade,
  AreaId,
  Grade,
  NodeStatus,
  RollupStatus,
  Score,
  Tier,
} from '../spec/vocabulary.js';

/** One answer of an entry, with its part in the mean. */
export interface ExplainedAnswer {
  readonly questionId: string;
  /** null where the catalogue does not hold the question any more. */
  readonly dimension: string | null;
  readonly text: string | null;
  readonly score: Score;
  /** 1.0–5.0 as it counts; null for an answer that counts in neither sum. */
  readonly value: number | null;
  readonly weight: number;
  /** Points of the mean it brings: weight × value ÷ weight of all that count. All of them add up to the mean. */
  readonly contribution: number | null;
  /** Why it does not count. */
  readonly excluded: 'n/a' | 'stale' | null;
  readonly naReason: string | null;
  /** Older than its class allows; the grade stays, the node says so (decision 0016). */
  readonly aged: boolean;
  readonly determinism: EntryAnswer['determinism'];
  /** Name, version and, of a model, its name and where it was asked if not at its provider's address. */
  readonly grader: string;
  /** That address; absent where it was the provider's. */
  readonly askedAt?: string;
  readonly at: string;
  readonly reasoning: string | null;
  readonly evidence: EntryAnswer['evidence'] | null;
}

/** From the sums to the letter. */
export interface ExplainedMean {
  /** Σ weight × value. */
  readonly sum: number;
  /** Σ weight, of the answers that count. */
  readonly weightSum: number;
  readonly mean: number;
  /** Band of the mean: from `atLeast` up to, but not including, `below`. */
  readonly band: { readonly grade: Grade; readonly atLeast: number; readonly below: number | null };
}

/** Answers that would have to be better, and the letter they would make. */
export interface Improvement {
  readonly grade: Grade;
  /** The level that each of them is raised to; pass counts as 5. */
  readonly level: 4 | 5;
  readonly raise: readonly { readonly questionId: string; readonly from: Score; readonly to: Score }[];
}

/** How one entry came to its grade, recomputed from its answers. */
export interface EntryExplanation {
  /** Relative to the folder of the index. */
  readonly ref: string;
  readonly gradingId: string;
  readonly mode: 'full' | 'partial';
  /** Timestamp of the file's name. */
  readonly at: string;
  readonly schemaHash: string;
  readonly harness: string;
  readonly persona: string | null;
  readonly versions: { readonly scoringSystem: string; readonly gradingSystem: string };
  readonly regradedFor: string | null;
  readonly answers: readonly ExplainedAnswer[];
  /** Answers to a question that was answered anew in the same entry; only the newest counts. */
  readonly superseded: number;
  /** null under a veto, and where nothing counts. */
  readonly mean: ExplainedMean | null;
  readonly veto: CategoricalVeto | null;
  readonly tier: Tier;
  readonly maxGrade: 'A' | 'B';
  /** What its letter ends at, and why, in words. */
  readonly limit: string;
  /** What the answers make, after trim and veto. */
  readonly grade: AggregateGrade | null;
  /** What the entry says. */
  readonly storedGrade: AggregateGrade;
  /** From the fewest raised answers to the most; empty where the tier allows no better letter. */
  readonly improvements: readonly Improvement[];
}

export interface NodeExplanation {
  readonly node: string;
  /** null for a schema and a member, which stand on other nodes. */
  readonly area: AreaId | null;
  readonly subject: string | null;
  readonly status: NodeStatus;
  readonly grade: string | null;
  readonly rawGrade: string | null;
  readonly score: number | null;
  /** Share of the grader questions that apply and were judged, 0 to 1; null without a grade. */
  readonly coverage: number | null;
  readonly reason: string | null;
  /** The rule that gives the node its status, as a sentence. */
  readonly rule: string;
  /** Hash of the content as it is. */
  readonly hash: string | null;
  /** The entry that decides: the newest full one, or the veto's. Absent: there is none. */
  readonly entry?: EntryExplanation;
  /** The entry is about earlier content, and so gives no grade now. */
  readonly isOfEarlierContent: boolean;
  /** Newer partial entries, which repeat the grade. */
  readonly partial: readonly { readonly ref: string; readonly at: string }[];
  readonly stale: readonly string[];
  readonly agedScore: number | null;
  /** What sets the tests apart that it rests on, in words; null: nothing. */
  readonly tested: string | null;
}

/** Status and grade of a whole namespace or selection. */
export interface RollupExplanation {
  readonly status: RollupStatus;
  readonly grade: string | null;
  /** The rule that gives the status. */
  readonly rule: string;
  /** Nodes whose grade is the worst that counts, and so is the whole's. */
  readonly decidedBy: readonly string[];
  readonly gradeRule: string;
}
