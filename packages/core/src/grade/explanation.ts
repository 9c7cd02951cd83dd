import type { TestDepth } from '../spec/books/book.js';
import type { CategoricalVeto, EntryAnswer } from '../spec/entry.js';
import type { IndexNode } from '../spec/index-file.js';
import type {
  AggregateGrade,
  AreaId,
  Grade,
  NodeStatus,
  RollupStatus,
  Score,
  Tier,
} from '../spec/vocabulary.js';
import type { LetterCertainty } from './letter-certainty.js';

/** One answer of an entry, with its share of the mean. */
export interface ExplainedAnswer {
  readonly questionId: string;
  /** null if the catalogue no longer has the question. */
  readonly dimension: string | null;
  /** What sets it apart from other questions of its dimension; absent if there are none. */
  readonly topic?: string;
  readonly text: string | null;
  readonly score: Score;
  /** The score as a number, 1.0–5.0; null for an answer that does not count in the mean. */
  readonly value: number | null;
  readonly weight: number;
  /** Its share of the mean: weight × value ÷ total weight of the answers that count. All shares add up to the mean. */
  readonly contribution: number | null;
  /** Why it does not count. */
  readonly excluded: 'n/a' | 'stale' | null;
  readonly naReason: string | null;
  /**
   * Whether the answer is older than its question's class allows; the grade stays, and the node is flagged (decision
   * 0016).
   */
  readonly aged: boolean;
  readonly determinism: EntryAnswer['determinism'];
  /** In words, with the kind of grader; for a model, also how it was asked, as in `askedAt` and `leftOut`. */
  readonly grader: string;
  /** The address at which the model was asked; absent if it was the provider's own. */
  readonly askedAt?: string;
  /** What the model was asked without, because it does not take it; absent if nothing was left out. */
  readonly leftOut?: readonly string[];
  readonly at: string;
  readonly reasoning: string | null;
  readonly evidence: EntryAnswer['evidence'] | null;
}

/** The steps from the sums to the letter. */
export interface ExplainedMean {
  /** Σ weight × value. */
  readonly sum: number;
  /** Σ weight of the answers that count. */
  readonly weightSum: number;
  readonly mean: number;
  /** Band of the mean: from `atLeast` up to, but not including, `below`. */
  readonly band: { readonly grade: Grade; readonly atLeast: number; readonly below: number | null };
}

/** Answers that would have to improve, and the letter they would reach. */
export interface Improvement {
  readonly grade: Grade;
  /** Level to which each of these answers is raised; pass counts as 5. */
  readonly level: 4 | 5;
  readonly raise: readonly { readonly questionId: string; readonly from: Score; readonly to: Score }[];
}

/** Derivation of an entry's grade, recomputed from its answers. */
export interface EntryExplanation {
  /** Relative to the folder of the index. */
  readonly ref: string;
  readonly gradingId: string;
  readonly mode: 'full' | 'partial';
  /** Timestamp in the file's name. */
  readonly at: string;
  readonly schemaHash: string;
  readonly harness: string;
  readonly persona: string | null;
  readonly versions: { readonly scoringSystem: string; readonly gradingSystem: string };
  readonly regradedFor: string | null;
  readonly answers: readonly ExplainedAnswer[];
  /** Why nothing is computed: rules that this version does not know. Absent if it knows them. */
  readonly unknownRules?: string;
  /** Number of answers that do not count because the same entry contains a newer answer to the same question. */
  readonly superseded: number;
  /** null under a veto, or if no answer counts. */
  readonly mean: ExplainedMean | null;
  readonly veto: CategoricalVeto | null;
  readonly tier: Tier;
  readonly maxGrade: 'A' | 'B';
  /** The best letter the entry could get, and why, in words. */
  readonly limit: string;
  /** Grade from the answers, after trim and veto. */
  readonly grade: AggregateGrade | null;
  /** Grade stored in the entry. */
  readonly storedGrade: AggregateGrade;
  /** How certain a judge's letter is; absent unless the entry keeps samples merged by mean. */
  readonly certainty?: LetterCertainty;
  /** From the fewest raised answers to the most; empty if the tier allows no better letter. */
  readonly improvements: readonly Improvement[];
}

export interface NodeExplanation {
  readonly node: string;
  /** null for a schema and a member, which depend on other nodes. */
  readonly area: AreaId | null;
  readonly subject: string | null;
  readonly status: NodeStatus;
  readonly grade: string | null;
  readonly rawGrade: string | null;
  readonly score: number | null;
  /** Share of the applicable grader questions that were judged, 0 to 1; null without a grade. */
  readonly coverage: number | null;
  readonly reason: string | null;
  /** What the rules of the island say of it; absent if they are those of its entry. */
  readonly bumped?: Pick<IndexNode, 'rules' | 'regraded' | 'due'>;
  /** The rule that gives the node its status, as a sentence. */
  readonly rule: string;
  /** Hash of the present content. */
  readonly hash: string | null;
  /** The entry that decides: the newest full one, or the one with the veto; absent if there is none. */
  readonly entry?: EntryExplanation;
  /** Whether the entry is about earlier content, and therefore gives no grade now. */
  readonly isOfEarlierContent: boolean;
  /** Newer partial entries, which repeat the grade. */
  readonly partial: readonly { readonly ref: string; readonly at: string }[];
  readonly stale: readonly string[];
  readonly agedScore: number | null;
  /** How the tests behind the grade differed from plain calls, in words; null if they did not differ. */
  readonly tested: string | null;
  /** How much the working tests of a tool allow; absent if the specification has no word for it. */
  readonly testDepth?: TestDepth;
}

/** Status and grade of a whole namespace or selection. */
export interface RollupExplanation {
  readonly status: RollupStatus;
  readonly grade: string | null;
  /** The rule that gives the status. */
  readonly rule: string;
  /** Nodes that decide the grade of the whole, because theirs is the worst that counts. */
  readonly decidedBy: readonly string[];
  readonly gradeRule: string;
}
