import type { RuleBook } from '../../spec/books/book.js';
import type { IndexNode, IndexSchema, NamespaceIndex, SelectionIndex } from '../../spec/index-file.js';
import type { NodeStatus, RollupStatus } from '../../spec/vocabulary.js';
import { nodesOf } from '../../target/logic/build-index.js';
import { tellFailed } from '../../target/logic/missing-members.js';
import { READ_AS } from '../../target/logic/selection/one-persona.js';
import type { Subject } from '../../target/logic/subjects.js';
import { NO_JUDGEMENT } from '../coverage.js';
import type { NodeExplanation, RollupExplanation } from '../explanation.js';
import { sayTested } from '../gathered.js';
import type { GivenEntry } from '../history.js';
import { isRejecting } from '../node-status.js';
import { isGraded, sayReason } from '../roll-up.js';
import { explainEntry } from './explain-entry.js';

const SCHEMA = /^schemas\.[^.]+$/;

/**
 * Explains a graded subject: the rule behind its status, and how the grade of the deciding entry is computed.
 *
 * @param entries oldest first, starting with the newest full one
 * @param book that of the island
 */
export function explainNode(
  subject: Subject,
  entries: readonly GivenEntry[],
  { now, book }: { now: Date; book: RuleBook },
): NodeExplanation {
  const { node, area, hash, status, failedFile } = subject;
  if (failedFile !== undefined && status.status !== 'rejected') {
    const rule = `${tellFailed(failedFile)}. What its last snapshot was graded does not count.`;
    return { ...explainStatus(node, status, rule), area, subject: subject.subject, hash };
  }
  const full = entries.findLast(({ entry }) => entry.gradingMode === 'full');
  const deciding = (status.veto && findVeto(entries, status.veto.gradingId)) || full || entries.at(-1);
  return {
    ...explainStatus(node, status, statusRuleOf(status)),
    area,
    subject: subject.subject,
    hash,
    ...(deciding && {
      entry: explainEntry(deciding.entry, { ref: deciding.ref, at: deciding.timestamp, now, book }),
    }),
    isOfEarlierContent: deciding !== undefined && deciding.entry.schemaHash !== hash,
    partial: entries
      .filter((found) => found !== deciding && found.entry.gradingMode === 'partial')
      .map(({ ref, timestamp }) => ({ ref, at: timestamp })),
  };
}

/** Explains a node without entries: a schema, a member or a missing About. */
export function explainStanding(node: string, status: IndexNode): NodeExplanation {
  return explainStatus(node, status, standingRule(node, status));
}

function standingRule(node: string, status: IndexNode): string {
  if (node.startsWith('members.')) return memberRuleOf(status.status);
  if (SCHEMA.test(node)) return schemaRuleOf(status);
  return statusRuleOf(status);
}

function explainStatus(node: string, status: IndexNode, rule: string): NodeExplanation {
  return {
    node,
    area: null,
    subject: null,
    status: status.status,
    grade: status.grade ?? null,
    rawGrade: status.rawGrade ?? null,
    score: status.score ?? null,
    coverage: coverageOfNode(node, status),
    reason: sayReason(status) ?? null,
    ...(status.rules && { bumped: pickBumped(status) }),
    rule,
    hash: null,
    isOfEarlierContent: false,
    partial: [],
    stale: status.stale ?? [],
    agedScore: status.agedScore ?? null,
    tested: sayTested(status, { isRecorded: true }),
  };
}

function pickBumped({ rules, regraded, due }: IndexNode): NonNullable<NodeExplanation['bumped']> {
  return { ...(rules && { rules }), ...(regraded && { regraded }), ...(due && { due }) };
}

/** The coverage of a graded node; null for a node that depends on others, because it was not judged itself. */
function coverageOfNode(node: string, { status, coverage = 1 }: IndexNode): number | null {
  const isStanding = node.startsWith('members.') || SCHEMA.test(node);
  return isGraded(status) && !isStanding ? coverage : null;
}

function findVeto(entries: readonly GivenEntry[], gradingId: string): GivenEntry | undefined {
  const isVeto = ({ entry }: GivenEntry) =>
    isRejecting({ grade: entry.aggregateGrade, veto: entry.categoricalVeto });
  return (
    entries.find((found) => found.entry.gradingId === gradingId && isVeto(found)) ?? entries.findLast(isVeto)
  );
}

/** The rule behind the status of a graded subject, as a sentence (spec 21, 23; grading-rules §6). */
function statusRuleOf(node: IndexNode): string {
  const { status, veto, due } = node;
  const reason = sayReason(node);
  if (due !== undefined && status === 'blocked')
    return `The newest full entry is about the current content, but cannot be read: ${reason}.`;
  switch (status) {
    case 'rejected':
      return veto
        ? `A veto from ${veto.at} stands: no full entry is newer.`
        : 'The newest full entry for the current content rejects it.';
    case 'stable':
      return 'The newest full entry is about the current content, and its grade is A or B.';
    case 'graded':
      return 'The newest full entry is about the current content, and its grade is below B.';
    case 'blocked':
      return `No full entry is about the current content, and it cannot be graded now: ${reason ?? 'blocked'}.`;
    case 'pending':
      return reason === NO_JUDGEMENT || reason?.startsWith(READ_AS)
        ? `The newest full entry is about the current content, but gives no grade: ${reason}.`
        : `No full entry is about the current content: ${reason ?? 'not graded yet'}.`;
  }
}

const SCHEMA_RULES: Record<NodeStatus, string> = {
  rejected: 'One of its tools or their aggregate is rejected.',
  blocked: 'One of its tools is blocked.',
  stable: 'All of its tools and their aggregate are stable.',
  graded: 'Part of it has a grade; not all of it is stable.',
  pending: 'No part of it has a grade.',
};

/** The rule for a schema, whose status follows from its file, its tools and their aggregate. */
function schemaRuleOf(node: IndexNode & Pick<IndexSchema, 'failed'>): string {
  const { status, failed } = node;
  if (failed) {
    return status === 'rejected'
      ? `${SCHEMA_RULES.rejected} ${tellFailed(failed.file)}.`
      : `${sayReason(node) ?? tellFailed(failed.file)}.`;
  }
  return `${SCHEMA_RULES[status]} Its grade is that of the aggregate.`;
}

/** The rule for a member of a selection, which is a schema of a namespace. */
function memberRuleOf(status: NodeStatus): string {
  return `A member has the status of its schema in its namespace: ${status}.`;
}

const ROLLUP_RULES: Record<RollupStatus, string> = {
  rejected: 'One node is rejected.',
  operational: 'Every node is stable.',
  partial: 'A node has a grade, and not every node is stable.',
  blocked: 'No node has a grade, and one is blocked.',
  pending: 'No node has a grade, and none is blocked.',
};

/** The rule for a whole namespace or selection, and the versions of its grades where they have several. */
function rollupRuleOf({ status, summary }: NamespaceIndex | SelectionIndex): string {
  const { mixed } = summary;
  if (!mixed) return ROLLUP_RULES[status];
  const counts = Object.values(mixed).flatMap((axis) => Object.entries(axis));
  const versions = counts.map(([version, nodes]) => `${version} (${nodes})`).join(', ');
  return `${ROLLUP_RULES[status]} Its grades are mixed: ${versions}.`;
}

/** Explains the status and grade of a whole namespace or selection (grading-rules §6). */
export function explainRollup(index: NamespaceIndex | SelectionIndex): RollupExplanation {
  const { status, grade = null } = index;
  const common = { status, grade, rule: rollupRuleOf(index), decidedBy: deciding(index) };
  return {
    ...common,
    gradeRule: status === 'rejected' ? REJECTED : 'members' in index ? SELECTION : NAMESPACE,
  };
}

const REJECTED = 'A rejected node rejects the whole.';
const SELECTION = "A selection's grade is that of its aggregate.";
const NAMESPACE =
  'The worst grade of its schemas, its tools as a whole, its description and its skills; the grade of the About does not count.';

function deciding(index: NamespaceIndex | SelectionIndex): string[] {
  const { grade } = index;
  if (grade === undefined || grade === 'n/a') return [];
  const all = nodesOf(index);
  if (grade === 'REJECTED') {
    return all.filter(([, { status }]) => status === 'rejected').map(([node]) => node);
  }
  if ('members' in index) return ['selectionAggregate'];
  return all.filter(([node, found]) => countsInGrade(node) && found.grade === grade).map(([node]) => node);
}

/**
 * Whether a node counts in the grade of its namespace. Tools and aggregates of a schema count only through the schema,
 * and an About never does.
 */
function countsInGrade(node: string): boolean {
  return node !== 'about' && !/^schemas\.[^.]+\./.test(node);
}
