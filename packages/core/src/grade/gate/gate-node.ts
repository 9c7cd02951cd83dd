import type { GradingBaselineNode } from '../../spec/baselines.js';
import type { Gathered } from '../../spec/gathered.js';
import type { Grade, NodeStatus, Tier } from '../../spec/vocabulary.js';

/** The facts about a node that a gate uses. */
export interface GateNode {
  /** `providers/<namespace>` or `selections/<selection>`. */
  readonly target: string;
  readonly node: string;
  /** For a member: the tier of its namespace. */
  readonly tier: Tier;
  readonly status: NodeStatus;
  readonly grade: string | null;
  readonly score: number | null;
  /** Share of the applicable grader questions that were judged; null for a node that is not judged itself. */
  readonly coverage: number | null;
  /** ISO 8601, time of the oldest answer behind its grade; null if there is none, or if no option needs it. */
  readonly answeredAt: string | null;
  readonly reason: string | null;
  /** How the tests behind it differed from plain calls. */
  readonly gathered: Gathered;
  /** The same in words, also if it was not recorded; null: not at all. */
  readonly tested: string | null;
  /** For a member: the tools and the aggregate of its schema, as nodes of its namespace. */
  readonly parts?: readonly GateNode[];
}

export interface GatePolicy {
  /** null: no bar. */
  readonly minGrade: Grade | null;
  /** Least share of the applicable questions that has to be judged; 0: any. */
  readonly minCoverage: number;
  /** null: grades do not age. */
  readonly maxAgeDays: number | null;
  /** Drop of a score below its baseline that counts as noise: graders differ by as much between runs. */
  readonly noise: number;
  /** Whether tests against another origin count like any other. */
  readonly allowMapped: boolean;
  readonly now: Date;
}

/** Looks up a node's entry in a baseline. */
export type EntryFor = (node: Pick<GateNode, 'target' | 'node'>) => GradingBaselineNode | null;
