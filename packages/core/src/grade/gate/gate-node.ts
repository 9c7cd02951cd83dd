import type { Gathered } from '../../spec/gathered.js';
import type { GradingBaselineNode } from '../../spec/grading-baseline.js';
import type { Grade, NodeStatus, Tier } from '../../spec/vocabulary.js';

/** A node as a gate looks at it. */
export interface GateNode {
  /** `providers/<namespace>` or `selections/<selection>`. */
  readonly target: string;
  readonly node: string;
  /** Of a member: that of its namespace. */
  readonly tier: Tier;
  readonly status: NodeStatus;
  readonly grade: string | null;
  readonly score: number | null;
  /** Share of the grader questions that apply and were judged; null where nobody judges it. */
  readonly coverage: number | null;
  /** ISO 8601, of the oldest answer that its grade rests on; null where it has none, or where nobody asks. */
  readonly answeredAt: string | null;
  readonly reason: string | null;
  /** What sets the tests apart that it rests on. */
  readonly gathered: Gathered;
  /** The same in words, also where nobody recorded it; null: nothing. */
  readonly tested: string | null;
  /** Of a member: the tools and the aggregate of its schema, in its namespace's own words. */
  readonly parts?: readonly GateNode[];
}

export interface GatePolicy {
  /** null: no bar. */
  readonly minGrade: Grade | null;
  /** Least share of what applies that has to be judged; 0: any. */
  readonly minCoverage: number;
  /** null: grades do not age. */
  readonly maxAgeDays: number | null;
  /** So much may a score drop below its baseline without being worse: graders differ by that from one time to the next. */
  readonly noise: number;
  /** Tests against another origin count like any other. */
  readonly allowMapped: boolean;
  readonly now: Date;
}

/** The entry of a baseline for a node. */
export type EntryFor = (node: Pick<GateNode, 'target' | 'node'>) => GradingBaselineNode | null;
