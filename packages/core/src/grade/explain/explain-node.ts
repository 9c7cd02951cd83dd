import type { GradingEntry } from '../../spec/entry.js';
import type { IndexNode } from '../../spec/index-file.js';
import type { Subject } from '../../target/logic/subjects.js';
import type { NodeExplanation } from '../explanation.js';
import { sayTested } from '../gathered.js';
import { isRejecting } from '../node-status.js';
import { isGraded } from '../roll-up.js';
import { explainEntry } from './explain-entry.js';
import { memberRuleOf, schemaRuleOf, statusRuleOf } from './status-rule.js';

const SCHEMA = /^schemas\.[^.]+$/;

interface Entry {
  readonly ref: string;
  readonly timestamp: string;
  readonly entry: GradingEntry;
}

/**
 * Explains a graded subject: the rule behind its status, and the sum in the entry that decides.
 *
 * @param entries oldest first, from the newest full one on
 */
export function explainNode(subject: Subject, entries: readonly Entry[], now: Date): NodeExplanation {
  const { node, area, hash, status } = subject;
  const full = entries.findLast(({ entry }) => entry.gradingMode === 'full');
  const deciding = (status.veto && findVeto(entries, status.veto.gradingId)) || full || entries.at(-1);
  return {
    ...explainStatus(node, status, statusRuleOf(status)),
    area,
    subject: subject.subject,
    hash,
    ...(deciding && {
      entry: explainEntry(deciding.entry, { ref: deciding.ref, at: deciding.timestamp, now }),
    }),
    isOfEarlierContent: deciding !== undefined && deciding.entry.schemaHash !== hash,
    partial: entries
      .filter((found) => found !== deciding && found.entry.gradingMode === 'partial')
      .map(({ ref, timestamp }) => ({ ref, at: timestamp })),
  };
}

/** Explains a node without entries: a schema, a member, a missing About. */
export function explainStanding(node: string, status: IndexNode): NodeExplanation {
  return explainStatus(node, status, standingRule(node, status));
}

function standingRule(node: string, status: IndexNode): string {
  if (node.startsWith('members.')) return memberRuleOf(status.status);
  if (SCHEMA.test(node)) return schemaRuleOf(status.status);
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
    reason: status.reason ?? null,
    rule,
    hash: null,
    isOfEarlierContent: false,
    partial: [],
    stale: status.stale ?? [],
    agedScore: status.agedScore ?? null,
    tested: sayTested(status, { isRecorded: true }),
  };
}

/** A node that rests on other nodes was not judged itself. */
function coverageOfNode(node: string, { status, coverage = 1 }: IndexNode): number | null {
  const isStanding = node.startsWith('members.') || SCHEMA.test(node);
  return isGraded(status) && !isStanding ? coverage : null;
}

function findVeto(entries: readonly Entry[], gradingId: string): Entry | undefined {
  const isVeto = ({ entry }: Entry) =>
    isRejecting({ grade: entry.aggregateGrade, veto: entry.categoricalVeto });
  return (
    entries.find((found) => found.entry.gradingId === gradingId && isVeto(found)) ?? entries.findLast(isVeto)
  );
}
