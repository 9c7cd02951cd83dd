import { problem } from '../../problems/error-codes.js';
import type { Grade, Tier } from '../../spec/vocabulary.js';
import type { EntryFor, GateNode, GatePolicy } from './gate-node.js';
import { barFor, type GateFailure, type GateVerdict, judgeNode } from './judge-node.js';
import { WITH_ITS_MEMBERS } from './reasons.js';

/** All nodes of a target that a gate judges. */
export interface GatedNodes {
  /** `providers/<namespace>` or `selections/<selection>`. */
  readonly target: string;
  readonly tier: Tier;
  readonly nodes: readonly GateNode[];
}

/** Verdict of a gate on one target. */
export interface JudgedTarget {
  readonly passes: boolean;
  /** The bar for its own nodes. */
  readonly bar: Grade | null;
  /** Nodes that count here. */
  readonly counted: readonly (GateVerdict & { readonly node: GateNode })[];
  /** Members that count with their namespace, which is gated too. */
  readonly elsewhere: readonly GateNode[];
  /** Failures that belong to no single node counted here. */
  readonly failures: readonly GateFailure[];
}

/**
 * Judges all nodes of a target. A member of a selection counts once: if its namespace is gated in the same
 * run, its nodes fail there, and the whole selection fails with them.
 *
 * @param isGated whether all of a target is gated in the same run
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
