import type { Problem } from '../../problems/problem.js';
import type { GradingBaselineNode } from '../../spec/baselines.js';
import { isGraded } from '../roll-up.js';
import {
  type EntryFor,
  type GateNode,
  type GatePolicy,
  hasExpired,
  isBelow,
  isReasoned,
  letterAtBar,
} from './gate-node.js';
import { barFor } from './judge.js';
import { problemOf, shown } from './reasons.js';

/** Looks up the entry of a node; without a baseline there is none. */
export function entriesOf(baseline: readonly GradingBaselineNode[] | null): EntryFor {
  const known = new Map((baseline ?? []).map((entry) => [keyOf(entry), entry]));
  return (node) => known.get(keyOf(node)) ?? null;
}

/**
 * Reports entries of a baseline that need attention: expired entries, entries that accept a veto but lack a
 * reason or a last day, and entries of nodes that are gone or have reached the bar.
 *
 * @param nodes all nodes of the gated targets; entries of other targets are ignored
 */
export function aboutBaseline(
  nodes: readonly GateNode[],
  baseline: readonly GradingBaselineNode[],
  policy: Pick<GatePolicy, 'minGrade' | 'now' | 'grading'>,
): Problem[] {
  const entryFor = entriesOf(baseline);
  const targets = new Set(nodes.map(({ target }) => target));
  const there = new Set(nodes.map(keyOf));
  const gone = baseline.filter((entry) => targets.has(entry.target) && !there.has(keyOf(entry)));
  return [
    ...nodes.flatMap((node) => aboutEntry(entryFor(node), node, policy)),
    ...gone.map((entry) => problemOf('GAT-011', entry)),
  ];
}

function aboutEntry(
  entry: GradingBaselineNode | null,
  node: GateNode,
  policy: Pick<GatePolicy, 'minGrade' | 'now' | 'grading'>,
): Problem[] {
  if (!entry) return [];
  if (hasExpired(entry, policy.now)) return [problemOf('GAT-010', node, { expires: entry.expires ?? '' })];
  if (entry.status === 'rejected' && node.status === 'rejected' && !isReasoned(entry)) {
    return [problemOf('GAT-013', node)];
  }
  const bar = barFor(node, policy);
  const wasBelow = !isGraded(entry.status) || isBelow(entry.grade ?? null, bar);
  const isFine = isGraded(node.status) && !isBelow(letterAtBar(node), bar);
  return wasBelow && isFine && bar !== null ? [problemOf('GAT-012', node, { now: shown(node) })] : [];
}

/**
 * Writes a baseline that accepts the present state of all nodes. An entry that still accepts something keeps its reason
 * and its last day. Entries of other targets, and of members that are counted under their namespace, stay unchanged.
 *
 * @param expires last day of every entry that accepts something; if absent, the last days stay unchanged
 */
export function updateBaseline(
  {
    counted,
    elsewhere = [],
  }: { readonly counted: readonly GateNode[]; readonly elsewhere?: readonly GateNode[] },
  before: readonly GradingBaselineNode[],
  policy: NeededPolicy & { readonly expires?: string | undefined },
): GradingBaselineNode[] {
  const entryFor = entriesOf(before);
  const targets = new Set(counted.map(({ target }) => target));
  const kept = new Set(elsewhere.map(keyOf));
  const others = before.filter((entry) => !targets.has(entry.target) || kept.has(keyOf(entry)));
  const now = counted.map((node): GradingBaselineNode => {
    const { target, node: id, status, grade, score, coverage } = node;
    const { reason, expires: day } = wordsFor(node, entryFor(node), policy);
    return {
      target,
      node: id,
      status,
      ...(grade !== null && { grade: grade as NonNullable<GradingBaselineNode['grade']> }),
      ...(score !== null && { score }),
      ...(coverage !== null && { coverage }),
      ...(reason !== undefined && { reason }),
      ...(day !== undefined && { expires: day }),
    };
  });
  return [...others, ...now].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

/** The limits that decide whether a node would fail without a baseline. */
type NeededPolicy = Pick<GatePolicy, 'minGrade' | 'minCoverage' | 'grading'>;

interface Words {
  readonly reason?: string | undefined;
  readonly expires?: string | undefined;
}

/**
 * The reason and the last day of a new entry. A reason given for another status does not justify a veto. A last day is
 * never dropped: without one, an entry would accept its node forever.
 */
function wordsFor(
  node: GateNode,
  entry: GradingBaselineNode | null,
  { expires, ...policy }: NeededPolicy & Words,
): Words {
  if (!needsAccepting(node, policy)) return {};
  const isSameKind = node.status !== 'rejected' || entry?.status === 'rejected';
  return { reason: isSameKind ? entry?.reason : undefined, expires: expires ?? entry?.expires };
}

/** Whether the node would fail without its entry. Without a bar, its status decides. */
function needsAccepting(node: GateNode, { minGrade, minCoverage, grading }: NeededPolicy): boolean {
  if (!isGraded(node.status) || (node.coverage ?? 1) < minCoverage) return true;
  return minGrade === null
    ? node.status !== 'stable'
    : isBelow(letterAtBar(node), barFor(node, { minGrade, grading }));
}

function keyOf({ target, node }: Pick<GateNode, 'target' | 'node'>): string {
  return `${target}\0${node}`;
}
