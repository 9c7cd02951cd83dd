import type { GradingBaselineNode } from '../../model/grading-baseline.js';
import type { Problem } from '../../model/problem.js';
import { isGraded } from '../roll-up.js';
import { type GateNode, type GatePolicy, isBelow, judgeNode, problemOf, shown } from './judge-node.js';

export interface GateResult {
  /** Those with the severity error fail the gate; of the baseline it is only told. */
  readonly problems: readonly Problem[];
  /** Nodes that would fail, and that the baseline accepts. */
  readonly accepted: number;
}

/**
 * Judges all nodes of some targets, and the baseline's entries for them: one whose day has passed accepts nothing,
 * one that is not needed any more is told of.
 *
 * @param baseline null: there is none; entries of other targets are left alone
 */
export function judgeNodes(
  nodes: readonly GateNode[],
  baseline: readonly GradingBaselineNode[] | null,
  policy: GatePolicy,
): GateResult {
  const known = new Map((baseline ?? []).map((entry) => [keyOf(entry), entry]));
  const problems: Problem[] = [];
  let accepted = 0;
  for (const node of nodes) {
    const entry = known.get(keyOf(node));
    const isExpired = entry !== undefined && hasExpired(entry, policy.now);
    const verdict = judgeNode(node, entry && !isExpired ? entry : null, policy);
    problems.push(...verdict.problems);
    if (verdict.accepted) accepted += 1;
    if (entry) problems.push(...aboutEntry(entry, node, { isExpired, minGrade: policy.minGrade }));
  }
  return { problems: [...problems, ...gone(nodes, baseline ?? [])], accepted };
}

/** The last day itself is still accepted. */
function hasExpired({ expires }: GradingBaselineNode, now: Date): boolean {
  return expires !== undefined && now.toISOString().slice(0, 10) > expires;
}

function aboutEntry(
  entry: GradingBaselineNode,
  node: GateNode,
  { isExpired, minGrade }: { isExpired: boolean; minGrade: GatePolicy['minGrade'] },
): Problem[] {
  if (isExpired) return [problemOf('GAT-010', node, { expires: entry.expires ?? '' })];
  const before = { grade: entry.grade ?? null };
  const wasBelow = !isGraded(entry.status) || isBelow(before, minGrade);
  const isFine = isGraded(node.status) && !isBelow(node, minGrade);
  return wasBelow && isFine && minGrade !== null ? [problemOf('GAT-012', node, { now: shown(node) })] : [];
}

function gone(nodes: readonly GateNode[], baseline: readonly GradingBaselineNode[]): Problem[] {
  const targets = new Set(nodes.map(({ target }) => target));
  const there = new Set(nodes.map(keyOf));
  return baseline
    .filter((entry) => targets.has(entry.target) && !there.has(keyOf(entry)))
    .map((entry) => problemOf('GAT-011', entry));
}

/**
 * The baseline that takes all nodes as they are. Reasons and days stay with what is still below the bar; entries of
 * targets that were not looked at stay as they are.
 */
export function updateBaseline(
  nodes: readonly GateNode[],
  before: readonly GradingBaselineNode[],
  { minGrade }: Pick<GatePolicy, 'minGrade'>,
): GradingBaselineNode[] {
  const known = new Map(before.map((entry) => [keyOf(entry), entry]));
  const targets = new Set(nodes.map(({ target }) => target));
  const others = before.filter(({ target }) => !targets.has(target));
  const now = nodes.map((node): GradingBaselineNode => {
    const { target, node: id, status, grade, score } = node;
    const isFine = isGraded(status) && !isBelow(node, minGrade);
    const { reason, expires } = known.get(keyOf(node)) ?? {};
    return {
      target,
      node: id,
      status,
      ...(grade !== null && { grade: grade as NonNullable<GradingBaselineNode['grade']> }),
      ...(score !== null && { score }),
      ...(!isFine && reason !== undefined && { reason }),
      ...(!isFine && expires !== undefined && { expires }),
    };
  });
  return [...others, ...now].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

function keyOf({ target, node }: Pick<GateNode, 'target' | 'node'>): string {
  return `${target}\0${node}`;
}
