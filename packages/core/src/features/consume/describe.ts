import type { ScoresCheck } from '../../grade/entry/check-scores.js';
import { FILE_NAMES } from '../../island/logic/paths.js';
import type { Problem } from '../../problems/problem.js';
import type { IndexNode, NamespaceIndex, SelectionIndex } from '../../spec/index-file.js';
import type { StateFile } from '../../spec/state.js';
import type { AreaId, NodeStatus, RollupStatus } from '../../spec/vocabulary.js';
import { nodesOf } from '../../target/logic/build-index.js';
import type { Target } from '../../target/logic/target.js';
import type { NoGrade, PlannedEntries } from './plan-entries.js';

/** A node's state after a hand-in. */
export interface ConsumedNode {
  readonly node: string;
  readonly area: AreaId;
  readonly subject: string;
  readonly status: NodeStatus;
  readonly grade: string | null;
  readonly rawGrade: string | null;
  readonly score: number | null;
}

export interface ConsumedTarget {
  readonly target: string;
  /** Entry files, relative to the island; empty if all of them already existed. */
  readonly written: readonly string[];
  /** `‹area›/‹subject›` of every answered prompt. */
  readonly acceptedAreas: readonly string[];
  readonly missingAreas: readonly string[];
  readonly taskComplete: boolean;
  readonly noGrade: readonly NoGrade[];
  readonly nodes: readonly ConsumedNode[];
  readonly rollupStatus: RollupStatus;
  readonly rollupGrade: string | null;
  readonly indexPath: string;
  readonly alreadyConsumed: boolean;
  readonly warnings: readonly Problem[];
}

export function describeConsumed({
  target,
  folder,
  state,
  check,
  planned,
  index,
  alreadyConsumed,
  problems,
}: {
  target: Target;
  folder: string;
  state: StateFile;
  check: ScoresCheck;
  planned: PlannedEntries;
  index: NamespaceIndex | SelectionIndex;
  alreadyConsumed: boolean;
  problems: readonly Problem[];
}): ConsumedTarget {
  const nodes = new Map<string, IndexNode>(nodesOf(index));
  return {
    target: target.name,
    written: alreadyConsumed ? [] : planned.entries.map(({ path }) => `${folder}/${path}`),
    acceptedAreas: check.answered.map(({ asked }) => `${asked.area}/${asked.subject}`),
    missingAreas: check.missing.map((asked) => `${asked.area}/${asked.subject}`),
    taskComplete: check.answered.length === state.subjects.length,
    noGrade: planned.noGrade,
    nodes: check.answered.map(({ asked }) => {
      const node = nodes.get(asked.node);
      return {
        node: asked.node,
        area: asked.area,
        subject: asked.subject,
        status: node?.status ?? 'pending',
        grade: node?.grade ?? null,
        rawGrade: node?.rawGrade ?? null,
        score: node?.score ?? null,
      };
    }),
    rollupStatus: index.status,
    rollupGrade: index.grade ?? null,
    indexPath: `${folder}/${FILE_NAMES.index}`,
    alreadyConsumed,
    warnings: [...planned.warnings, ...problems],
  };
}
