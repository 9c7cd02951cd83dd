import type { PastRetention } from '../../grade/ageing.js';
import type { HistoryEntry } from '../../grade/history.js';
import type { Island } from '../../island/island.js';
import type { Problem } from '../../problems/problem.js';
import type { AreaId } from '../../spec/vocabulary.js';
import { createHistoryReader } from '../../target/entry-reader.js';
import { selectSubjects } from '../../target/logic/subjects.js';
import type { Target } from '../../target/logic/target.js';
import { findPastRetention } from '../../target/past-retention.js';
import { deriveTarget } from '../../target/rebuild/rebuild.js';
import { eachNamedTarget, type NamedTargets } from '../../target/targets.js';

export interface NodeHistory {
  readonly node: string;
  readonly area: AreaId;
  readonly subject: string;
  /** Oldest first. */
  readonly entries: readonly HistoryEntry[];
}

export interface TargetHistory extends PastRetention {
  readonly target: string;
  readonly nodes: readonly NodeHistory[];
  readonly warnings: readonly Problem[];
}

export interface HistoryResult {
  readonly status: boolean;
  readonly results: readonly TargetHistory[];
  readonly errors: readonly Problem[];
}

/**
 * Lists every entry of every node of the targets in chronological order, each with the changes it made. Writes nothing.
 */
export function readHistory(named: NamedTargets & { now?: () => Date }): Promise<HistoryResult> {
  const { now = named.island.now } = named;
  return eachNamedTarget(named, (target) => historyOf(named.island, target, now()));
}

function historyOf(island: Island, target: Target, now: Date): TargetHistory {
  const reader = createHistoryReader(island, target.folder);
  const derived = deriveTarget({ island, target, now, seen: { entries: reader.seen } });
  const subjects = selectSubjects(derived.subjects, { scope: target.scope, areas: null });
  const warnings: Problem[] = [];
  const nodes = subjects.map((subject) => {
    const { history, problems } = reader.read(subject);
    warnings.push(...problems);
    return { node: subject.node, area: subject.area, subject: subject.subject, entries: history };
  });
  return {
    target: target.name,
    ...findPastRetention(island, target, now),
    nodes: nodes.filter(({ entries }) => entries.length > 0),
    warnings,
  };
}
