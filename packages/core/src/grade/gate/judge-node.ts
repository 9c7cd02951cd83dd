import type { Problem } from '../../problems/problem.js';
import type { GradingBaselineNode } from '../../spec/baselines.js';
import { gradingSystem } from '../../spec/grading-system-1.0.0.js';
import type { Grade } from '../../spec/vocabulary.js';
import { worseOf } from '../grade.js';
import { acceptsNode, hasExpired } from './accepts-node.js';
import type { EntryFor, GateNode, GatePolicy } from './gate-node.js';
import { GATE_REASONS, type GateRule } from './reasons.js';

/** Why a node fails. */
export interface GateFailure {
  readonly rule: GateRule;
  readonly problem: Problem;
}

/** Verdict of a gate on one node. */
export interface GateVerdict {
  /** Empty: the node passes. */
  readonly failures: readonly GateFailure[];
  /** The node would fail, but the baseline accepts it. */
  readonly accepted: boolean;
}

/**
 * Finds the reasons why a node fails; the exit code of a gate and every format of a report are based on them.
 * A member also passes if the baseline of its namespace accepts every failing node of its schema.
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

/** The bar, lowered to the best grade of the node's tier. */
export function barFor(
  { tier }: Pick<GateNode, 'tier'>,
  { minGrade }: Pick<GatePolicy, 'minGrade'>,
): Grade | null {
  return minGrade && worseOf(minGrade, gradingSystem.maxGrade[tier]);
}
