import type { ShownObstacle, SpecRules } from '../spec/books/book.js';
import type { Blocker, IndexNode } from '../spec/index-file.js';
import { GRADES, type Grade, type NodeStatus, type RollupStatus } from '../spec/vocabulary.js';
import { worseOf } from './grade.js';

/** Whether something has to change before a node can be graded; one of unknown rules only has to be graded again. */
export function isHeld({ status, due, waits }: Pick<IndexNode, 'status' | 'due' | 'waits'>): boolean {
  return waits === true || (status === 'blocked' && due === undefined);
}

/** Why a node has its status, in words for people, whatever the specification calls it; undefined if nothing says so. */
export function sayReason({ reason, detail }: Pick<IndexNode, 'reason' | 'detail'>): string | undefined {
  return detail ?? reason;
}

/** The same of a blocker. */
export function sayBlocker({ reason, message }: Pick<Blocker, 'reason' | 'message'>): string {
  return message ?? reason;
}

/** The parts of a node that say why it has its status. */
export function reasonsIn({
  reason,
  detail,
  code,
}: IndexNode): Pick<IndexNode, 'reason' | 'detail' | 'code'> {
  return {
    ...(reason !== undefined && { reason }),
    ...(detail !== undefined && { detail }),
    ...(code !== undefined && { code }),
  };
}

/** Whether a node has a grade for its present content; a rejected one has none. */
export function isGraded(status: NodeStatus): boolean {
  return status === 'graded' || status === 'stable';
}

/**
 * Status and grade of a schema from its tools and their aggregate (grading-rules §6).
 * One rejected tool rejects the schema; the grade is the aggregate's.
 *
 * @param show how the index shows that tools are blocked
 */
export function rollUpSchema(
  toolsAggregate: IndexNode,
  tools: readonly IndexNode[],
  show: (text: string) => ShownObstacle,
): Pick<IndexNode, 'status' | 'grade' | 'reason' | 'detail' | 'code'> {
  const nodes = [toolsAggregate, ...tools];
  const has = (status: NodeStatus) => nodes.some((node) => node.status === status);
  if (has('rejected')) return { status: 'rejected', grade: 'REJECTED', reason: 'a veto was raised' };
  const grade =
    isGraded(toolsAggregate.status) && toolsAggregate.grade ? { grade: toolsAggregate.grade } : {};
  if (tools.some((tool) => tool.status === 'blocked')) {
    const blocked = tools.filter((tool) => tool.status === 'blocked').length;
    const { status, ...why } = show(`${blocked} of ${tools.length} tools blocked`);
    return { status, ...grade, ...why };
  }
  if (nodes.every((node) => node.status === 'stable')) return { status: 'stable', ...grade };
  if (nodes.some((node) => isGraded(node.status))) return { status: 'graded', ...grade };
  if (toolsAggregate.status === 'blocked') {
    return { status: 'blocked', reason: 'tools aggregate blocked', ...reasonsIn(toolsAggregate) };
  }
  return { status: 'pending', reason: toolsAggregate.reason ?? 'not graded yet' };
}

/**
 * Status of a whole namespace or selection, derived from the statuses of all its nodes. Node statuses are a separate
 * vocabulary. Scores of an older scoring system have to be given again, so the whole is not finished (spec 06).
 *
 * @see spec 23, Two Status Vocabularies
 */
export function rollUpStatus(nodes: readonly Pick<IndexNode, 'status' | 'due'>[]): RollupStatus {
  const statuses = nodes.map(({ status }) => status);
  if (statuses.includes('rejected')) return 'rejected';
  if (!statuses.some(isGraded)) {
    return statuses.includes('blocked') ? 'blocked' : 'pending';
  }
  return nodes.every(({ status, due }) => status === 'stable' && due === undefined)
    ? 'operational'
    : 'partial';
}

/** Worst of the given grades, REJECTED being worse than F; undefined if nothing is graded (decision D5). */
export function rollUpGrade(grades: readonly (string | undefined)[]): string | undefined {
  if (grades.includes('REJECTED')) return 'REJECTED';
  const letters = grades.filter(isGrade);
  return letters.length > 0 ? letters.reduce(worseOf) : undefined;
}

/** Every blocked node with its reason, in the order given. */
export function blockersOf(nodes: readonly (readonly [string, IndexNode])[]): Blocker[] {
  return nodes
    .filter(([, node]) => node.status === 'blocked')
    .map(([node, { reason, detail, code }]) => ({
      node,
      reason: reason ?? 'blocked',
      ...(detail !== undefined && { message: detail }),
      ...(code !== undefined && { code }),
    }));
}

/**
 * Why a blocked whole is blocked: the first reason of the closed list that one of its nodes has; undefined if it is not
 * blocked, or if there is no such list.
 *
 * @param own a reason that concerns the whole alone
 * @see spec 23, Pinned blocked reason set
 */
export function reasonOfWhole(
  nodes: readonly Pick<IndexNode, 'status' | 'due' | 'reason'>[],
  { reasons = [] }: Pick<SpecRules, 'reasons'>,
  own?: string,
): string | undefined {
  if (rollUpStatus(nodes) !== 'blocked') return undefined;
  const found = new Set([
    own,
    ...nodes.flatMap(({ status, reason }) => (status === 'blocked' ? reason : [])),
  ]);
  return reasons.find((reason) => found.has(reason));
}

export function isGrade(grade: string | null | undefined): grade is Grade {
  return (GRADES as readonly (string | null | undefined)[]).includes(grade);
}
