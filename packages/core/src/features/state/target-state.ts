import { sayTested } from '../../grade/gathered.js';
import type { PastRetention } from '../../grade/history.js';
import type { Problem } from '../../problems/problem.js';
import type { Blocker, IndexNode } from '../../spec/index-file.js';
import type { RollupStatus } from '../../spec/vocabulary.js';
import type { ContradictingFact, ShownFinding } from '../../target/read-findings.js';
import type { NextAction } from './next-action.js';
import type { ShownHint } from './read-hints.js';

/** What a target that was named shows beside its index: more files are read for it. */
export interface StateDetails extends PastRetention {
  readonly findings: readonly ShownFinding[];
  readonly facts: readonly ContradictingFact[];
  /** Nodes whose tests something sets apart, or whose tests an earlier version made, which did not record how. */
  readonly tests: readonly { readonly node: string; readonly tested: string }[];
  readonly hints: readonly ShownHint[];
  /** Files that could not be read. */
  readonly warnings: readonly Problem[];
}

/** Of a namespace and of a selection alike. Without details where all of them were asked for. */
export interface TargetStateBase extends Partial<StateDetails> {
  readonly target: string;
  readonly rollupStatus: RollupStatus;
  readonly rollupGrade: string | null;
  readonly versions: {
    readonly gradingSpec: string;
    readonly scoringSystem: string;
    readonly gradingSystem: string;
  };
  readonly nodes: readonly ({ readonly node: string } & IndexNode)[];
  readonly blockers: readonly Blocker[];
  readonly updatedAt: string;
  /** Prompts that wait for their scores, relative to the island. */
  readonly promptsPath: string | null;
  readonly nextAction: NextAction;
}

/** @param isRecorded how were the tests of a node gathered? */
export function listTests(
  nodes: readonly (readonly [string, IndexNode])[],
  isRecorded: (node: string) => boolean,
): StateDetails['tests'] {
  return nodes.flatMap(([node, status]) => {
    const tested = sayTested(status, { isRecorded: isRecorded(node) });
    return tested === null ? [] : [{ node, tested }];
  });
}
