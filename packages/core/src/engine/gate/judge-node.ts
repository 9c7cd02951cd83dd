import type { GradingBaselineNode } from '../../model/grading-baseline.js';
import type { Problem } from '../../model/problem.js';
import type { Grade, NodeStatus } from '../../model/vocabulary.js';
import { type ErrorCode, problem } from '../../tables/error-codes.js';
import { worseOf } from '../grade.js';
import { parseTimestamp } from '../names.js';
import { isGrade, isGraded } from '../roll-up.js';

/** A node as a gate looks at it. */
export interface GateNode {
  /** `providers/<namespace>` or `selections/<selection>`. */
  readonly target: string;
  readonly node: string;
  readonly status: NodeStatus;
  readonly grade: string | null;
  readonly score: number | null;
  /** As in the names of files. */
  readonly gradedAt: string | null;
  readonly reason: string | null;
}

export interface GatePolicy {
  /** null: no bar. */
  readonly minGrade: Grade | null;
  /** null: grades do not age. */
  readonly maxAgeDays: number | null;
  /** So much may a score drop below its baseline without being worse: graders differ by that from one time to the next. */
  readonly noise: number;
  readonly now: Date;
}

/** What a gate says of one node. */
export interface GateVerdict {
  readonly problems: readonly Problem[];
  /** It fails by itself, and the baseline accepts that. */
  readonly accepted: boolean;
}

const DAY = 24 * 60 * 60 * 1000;
const FINE: GateVerdict = { problems: [], accepted: false };
const ACCEPTED: GateVerdict = { problems: [], accepted: true };

/**
 * Judges a node by the bar, by its age, and against how it stood before. What has no grade for its content fails:
 * nobody can tell how good it is.
 *
 * @param known its entry in the baseline; null where there is none or its day has passed
 */
export function judgeNode(
  node: GateNode,
  known: GradingBaselineNode | null,
  policy: GatePolicy,
): GateVerdict {
  const standing = isGraded(node.status) ? judgeGrade(node, known, policy) : judgeUngraded(node, known);
  const age = judgeAge(node, policy);
  return age ? { ...standing, problems: [...standing.problems, age] } : standing;
}

function judgeUngraded(node: GateNode, known: GradingBaselineNode | null): GateVerdict {
  const { status } = node;
  const reason = node.reason ?? status;
  if (status === 'rejected') {
    return known?.status === 'rejected' ? ACCEPTED : fail('GAT-001', node, { reason });
  }
  if (!known || known.status === 'rejected') return fail('GAT-002', node, { status, reason });
  if (!isGraded(known.status)) return ACCEPTED;
  return fail('GAT-006', node, { status, reason, before: shown(known) });
}

function judgeGrade(node: GateNode, known: GradingBaselineNode | null, policy: GatePolicy): GateVerdict {
  const { minGrade, noise } = policy;
  const drop = known ? dropOf(node, known) : null;
  if (known && drop !== null && drop > noise) {
    const args = { before: shown(known), now: shown(node), drop: rounded(drop), noise };
    return fail('GAT-003', node, args);
  }
  if (!isBelow(node, minGrade) || minGrade === null) return FINE;
  // Within the noise of a grade that was taken as it was, it is still that grade.
  if (drop !== null) return ACCEPTED;
  return fail('GAT-004', node, { grade: node.grade ?? '-', minGrade });
}

/** Is it worse than the bar? */
export function isBelow({ grade }: Pick<GateNode, 'grade'>, minGrade: Grade | null): boolean {
  if (minGrade === null || grade === null || !isGrade(grade)) return false;
  return grade !== minGrade && worseOf(grade, minGrade) === grade;
}

/** By how much the score fell since; null where the two can not be compared. */
function dropOf({ score }: GateNode, known: GradingBaselineNode): number | null {
  if (score === null || known.score === undefined) return null;
  // 4.1 − 3.9 is 0.19999999999999973: what nobody wrote is no drop.
  return Number((known.score - score).toFixed(9));
}

function judgeAge({ gradedAt, ...node }: GateNode, { maxAgeDays, now }: GatePolicy): Problem | null {
  // Only that of a veto can name no moment, where somebody changed the index; it fails without its age.
  const moment = gradedAt === null ? null : parseTimestamp(gradedAt);
  if (maxAgeDays === null || moment === null) return null;
  const days = (now.getTime() - moment.getTime()) / DAY;
  if (days <= maxAgeDays) return null;
  return problemOf('GAT-005', node, { days: Math.ceil(days), maxAge: maxAgeDays });
}

function fail(code: ErrorCode, node: Named, args: Record<string, string | number>): GateVerdict {
  return { problems: [problemOf(code, node, args)], accepted: false };
}

type Named = Pick<GateNode, 'target' | 'node'>;

export function problemOf(
  code: ErrorCode,
  { target, node }: Named,
  args: Record<string, string | number> = {},
) {
  return problem(code, { file: `${target}/index.json`, path: node }, { target, node, ...args });
}

/** `stable B (3.87)`. */
export function shown({
  status,
  grade,
  score,
}: {
  readonly status: NodeStatus;
  readonly grade?: string | null;
  readonly score?: number | null;
}): string {
  const digits = score === null || score === undefined ? '' : ` (${rounded(score)})`;
  return `${status}${grade ? ` ${grade}` : ''}${digits}`;
}

function rounded(value: number): number {
  return Number(value.toFixed(2));
}
