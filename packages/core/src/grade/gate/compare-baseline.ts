import type { Problem } from '../../problems/problem.js';
import type { GradingBaselineNode } from '../../spec/grading-baseline.js';
import { isGraded } from '../roll-up.js';
import { hasExpired, isBelow, isReasoned } from './accepts-node.js';
import type { EntryFor, GateNode, GatePolicy } from './gate-node.js';
import { barFor } from './judge-node.js';
import { problemOf, shown } from './reasons.js';

/** Finds the entry for a node; without a baseline there is none. */
export function entriesOf(baseline: readonly GradingBaselineNode[] | null): EntryFor {
  const known = new Map((baseline ?? []).map((entry) => [keyOf(entry), entry]));
  return (node) => known.get(keyOf(node)) ?? null;
}

/**
 * What is to be told of a baseline's entries for some targets: one whose day has passed, one for a veto that lacks what it
 * needs, one for a node that is gone or has reached the bar.
 *
 * @param nodes all of those targets; entries of others are left alone
 */
export function aboutBaseline(
  nodes: readonly GateNode[],
  baseline: readonly GradingBaselineNode[],
  policy: Pick<GatePolicy, 'minGrade' | 'now'>,
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
  policy: Pick<GatePolicy, 'minGrade' | 'now'>,
): Problem[] {
  if (!entry) return [];
  if (hasExpired(entry, policy.now)) return [problemOf('GAT-010', node, { expires: entry.expires ?? '' })];
  if (entry.status === 'rejected' && node.status === 'rejected' && !isReasoned(entry)) {
    return [problemOf('GAT-013', node)];
  }
  const bar = barFor(node, policy);
  const wasBelow = !isGraded(entry.status) || isBelow(entry.grade ?? null, bar);
  const isFine = isGraded(node.status) && !isBelow(node.grade, bar);
  return wasBelow && isFine && bar !== null ? [problemOf('GAT-012', node, { now: shown(node) })] : [];
}

/**
 * The baseline that takes all nodes as they are. Reason and day stay with an entry that still accepts something; entries of
 * targets that were not looked at, and of members that count with their namespace, stay as they are.
 *
 * @param expires last day of every entry that accepts something; absent: the days stay as they are
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

/** What a node would fail by itself. */
type NeededPolicy = Pick<GatePolicy, 'minGrade' | 'minCoverage'>;

interface Words {
  readonly reason?: string | undefined;
  readonly expires?: string | undefined;
}

/** What was said of anything else is no reason for a veto. A day is never lost: without one an entry would accept for good. */
function wordsFor(
  node: GateNode,
  entry: GradingBaselineNode | null,
  { expires, ...policy }: NeededPolicy & Words,
): Words {
  if (!needsAccepting(node, policy)) return {};
  const isSameKind = node.status !== 'rejected' || entry?.status === 'rejected';
  return { reason: isSameKind ? entry?.reason : undefined, expires: expires ?? entry?.expires };
}

/** Would it fail, were it not for its entry? Where there is no bar, by what its status says. */
function needsAccepting(node: GateNode, { minGrade, minCoverage }: NeededPolicy): boolean {
  if (!isGraded(node.status) || (node.coverage ?? 1) < minCoverage) return true;
  return minGrade === null ? node.status !== 'stable' : isBelow(node.grade, barFor(node, { minGrade }));
}

function keyOf({ target, node }: Pick<GateNode, 'target' | 'node'>): string {
  return `${target}\0${node}`;
}
