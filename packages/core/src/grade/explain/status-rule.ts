import type { IndexNode } from '../../spec/index-file.js';
import type { NodeStatus, RollupStatus } from '../../spec/vocabulary.js';
import { READ_AS } from '../../target/logic/selection/one-persona.js';
import { NO_JUDGEMENT } from '../coverage.js';

/** The rule behind the status of a graded subject, as a sentence (spec 21, 23; grading-rules §6). */
export function statusRuleOf({
  status,
  veto,
  reason,
}: Pick<IndexNode, 'status' | 'veto' | 'reason'>): string {
  switch (status) {
    case 'rejected':
      return veto
        ? `A veto of ${veto.at} stands: no full entry is newer than it.`
        : 'The newest full entry for the content as it is rejects it.';
    case 'stable':
      return 'The newest full entry is about the content as it is, and its grade is A or B.';
    case 'graded':
      return 'The newest full entry is about the content as it is, and its grade is below B.';
    case 'blocked':
      return `No full entry is about the content as it is, and it can not be graded now: ${reason ?? 'blocked'}.`;
    case 'pending':
      return reason === NO_JUDGEMENT || reason?.startsWith(READ_AS)
        ? `The newest full entry is about the content as it is, and makes no grade: ${reason}.`
        : `No full entry is about the content as it is: ${reason ?? 'not graded yet'}.`;
  }
}

const SCHEMA_RULES: Record<NodeStatus, string> = {
  rejected: 'One of its tools or their aggregate is rejected.',
  blocked: 'One of its tools is blocked.',
  stable: 'All of its tools and their aggregate are stable.',
  graded: 'A part of it has a grade; not all of it is stable.',
  pending: 'No part of it has a grade.',
};

/** The rule for a schema, whose status follows from its tools and their aggregate. */
export function schemaRuleOf(status: NodeStatus): string {
  return `${SCHEMA_RULES[status]} Its grade is that of the aggregate.`;
}

/** The rule for a member of a selection, which is a schema of a namespace. */
export function memberRuleOf(status: NodeStatus): string {
  return `A member has the status of its schema in its namespace: ${status}.`;
}

const ROLLUP_RULES: Record<RollupStatus, string> = {
  rejected: 'One node is rejected.',
  operational: 'Every node is stable.',
  partial: 'A node has a grade, and not every node is stable.',
  blocked: 'No node has a grade, and one is blocked.',
  pending: 'No node has a grade, and none is blocked.',
};

/** The rule for a whole namespace or selection. */
export function rollupRuleOf(status: RollupStatus): string {
  return ROLLUP_RULES[status];
}
