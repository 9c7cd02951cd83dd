import { problem } from '../../problems/error-codes.js';
import type { Problem } from '../../problems/problem.js';
import type { GradingBaselineNode } from '../../spec/baselines.js';
import type { Grade, Tier } from '../../spec/vocabulary.js';
import { worseOf } from '../grade.js';
import { acceptsNode, type EntryFor, type GateNode, type GatePolicy, hasExpired } from './gate-node.js';
import { GATE_REASONS, type GateRule, WITH_ITS_MEMBERS } from './reasons.js';

/** A target with its nodes, for a gate to judge. */
export interface GatedNodes {
  /** `providers/<namespace>` or `selections/<selection>`. */
  readonly target: string;
  readonly tier: Tier;
  readonly nodes: readonly GateNode[];
}

/** Verdict of a gate on one target. */
export interface JudgedTarget {
  readonly passes: boolean;
  /** The bar for nodes of the target's own tier. */
  readonly bar: Grade | null;
  /** Nodes that count here. */
  readonly counted: readonly (GateVerdict & { readonly node: GateNode })[];
  /** Members that count with their namespace, which is gated too. */
  readonly elsewhere: readonly GateNode[];
  /** Failures that belong to none of the nodes counted here. */
  readonly failures: readonly GateFailure[];
}

/**
 * Judges all nodes of a target. A member of a selection counts once: if its namespace is gated in the same
 * run, the failures of its schema are reported there, and the selection merely fails as a whole.
 *
 * @param isGated tells whether a target is gated as a whole in the same run
 */
export function judgeTarget(
  { target, tier, nodes }: GatedNodes,
  {
    entryFor,
    policy,
    isGated,
  }: {
    readonly entryFor: EntryFor;
    readonly policy: GatePolicy;
    readonly isGated: (target: string) => boolean;
  },
): JudgedTarget {
  const all = nodes.map((node) => ({ node, ...judgeNode(node, entryFor, policy) }));
  const isElsewhere = ({ parts: [part] = [] }: GateNode) => part !== undefined && isGated(part.target);
  const counted = all.filter(({ node }) => !isElsewhere(node));
  const elsewhere = all.filter(({ node }) => isElsewhere(node));
  const failing = elsewhere
    .filter(({ failures }) => failures.length > 0)
    .map(({ node }) => node.node.replace(/^members\./, ''));
  const failures = failing.length > 0 ? [withMembers(target, failing)] : [];
  return {
    passes: failures.length === 0 && counted.every((one) => one.failures.length === 0),
    bar: barFor({ tier }, policy),
    counted,
    elsewhere: elsewhere.map(({ node }) => node),
    failures,
  };
}

function withMembers(target: string, members: readonly string[]): GateFailure {
  const args = { target, members: members.join(', ') };
  return { rule: WITH_ITS_MEMBERS, problem: problem('GAT-008', { file: `${target}/index.json` }, args) };
}

/** Why a node fails. */
export interface GateFailure {
  readonly rule: GateRule;
  readonly problem: Problem;
}

interface GateVerdict {
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

/** The bar, lowered if necessary to the best grade of the node's tier. */
export function barFor(
  { tier }: Pick<GateNode, 'tier'>,
  { minGrade, grading }: Pick<GatePolicy, 'minGrade' | 'grading'>,
): Grade | null {
  return minGrade && worseOf(minGrade, grading.maxGrade[tier]);
}
