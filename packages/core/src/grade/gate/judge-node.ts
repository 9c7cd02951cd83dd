import type { Problem } from '../../problems/problem.js';
import type { Gathered } from '../../spec/gathered.js';
import type { GradingBaselineNode } from '../../spec/grading-baseline.js';
import { gradingSystem } from '../../spec/grading-system-1.0.0.js';
import type { Grade, NodeStatus, Tier } from '../../spec/vocabulary.js';
import { worseOf } from '../grade.js';
import { acceptsNode, hasExpired } from './accepts-node.js';
import { GATE_REASONS, type GateRule } from './reasons.js';

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

/** Why a node fails. */
export interface GateFailure {
  readonly rule: GateRule;
  readonly problem: Problem;
}

/** What a gate says of one node. */
export interface GateVerdict {
  /** None: it passes. */
  readonly failures: readonly GateFailure[];
  /** It fails by itself, and the baseline accepts that. */
  readonly accepted: boolean;
}

/**
 * Says why a node fails: every answer of a gate, and every format of a report, is drawn from this. A member passes too
 * where the baseline of its namespace accepts what fails of all that its schema stands on.
 */
export function judgeNode(node: GateNode, entryFor: EntryFor, policy: GatePolicy): GateVerdict {
  const alone = failuresOf(node, null, policy);
  const failures = failuresOf(node, entryFor(node), policy);
  if (failures.length === 0) return { failures, accepted: alone.length > 0 };
  const parts = (node.parts ?? []).map((part) => judgeNode(part, entryFor, policy));
  const isHeld = parts.every((part) => part.failures.length === 0) && parts.some((part) => part.accepted);
  return isHeld ? { failures: [], accepted: true } : { failures, accepted: false };
}

function failuresOf(node: GateNode, known: GradingBaselineNode | null, policy: GatePolicy): GateFailure[] {
  const isExpired = known !== null && hasExpired(known, policy.now);
  const judged = {
    node,
    known,
    isExpired,
    isAccepted: known !== null && !isExpired && acceptsNode(known, node, policy),
    bar: barFor(node, policy),
    policy,
  };
  return GATE_REASONS.flatMap((reason) => {
    const problem = reason.find(judged);
    return problem ? [{ rule: reason, problem }] : [];
  });
}

/** The bar, or the best that the tier of a node can reach where that is less. */
export function barFor(
  { tier }: Pick<GateNode, 'tier'>,
  { minGrade }: Pick<GatePolicy, 'minGrade'>,
): Grade | null {
  return minGrade && worseOf(minGrade, gradingSystem.maxGrade[tier]);
}
