import type { PastRetention } from '../../grade/ageing.js';
import { sayTested } from '../../grade/gathered.js';
import type { LetterCertainty } from '../../grade/letter-certainty.js';
import type { Problem } from '../../problems/problem.js';
import type { Blocker, IndexNode, IndexSchema } from '../../spec/index-file.js';
import type { RollupStatus } from '../../spec/vocabulary.js';
import type { WaitsFor } from '../../target/logic/waits-for.js';
import type { ContradictingFact, ShownFinding } from '../../target/read-findings.js';
import type { ShownTrial } from '../../trials/logic/standing.js';
import type { NextAction } from './next-action.js';
import type { ShownHint } from './read-hints.js';

export interface NodeCertainty {
  readonly node: string;
  readonly certainty: LetterCertainty;
}

/** Details of a named target that need more files than its index. */
export interface StateDetails extends PastRetention {
  readonly findings: readonly ShownFinding[];
  readonly facts: readonly ContradictingFact[];
  /**
   * Nodes whose tests differed from plain calls, or were run by an earlier version, which did not record how it ran
   * them.
   */
  readonly tests: readonly { readonly node: string; readonly tested: string }[];
  /** How certain the letters of judges are, by node; absent if no entry shows it. */
  readonly certainties?: readonly NodeCertainty[];
  readonly hints: readonly ShownHint[];
  /** Files that could not be read. */
  readonly warnings: readonly Problem[];
}

/** Fields shared by namespaces and selections. An overview of all targets leaves out the details. */
export interface TargetStateBase extends Partial<StateDetails> {
  readonly target: string;
  readonly rollupStatus: RollupStatus;
  readonly rollupGrade: string | null;
  readonly versions: {
    readonly gradingSpec: string;
    readonly scoringSystem: string;
    readonly gradingSystem: string;
  };
  readonly nodes: readonly ({ readonly node: string } & IndexNode & Pick<IndexSchema, 'failed'>)[];
  readonly blockers: readonly Blocker[];
  /** What has to come before the target is finished; empty if nothing is missing. */
  readonly waitsFor: readonly WaitsFor[];
  readonly updatedAt: string;
  /** Path of the prompts that are waiting for scores, relative to the island. */
  readonly promptsPath: string | null;
  readonly nextAction: NextAction;
  /** The newest whole trial of each model; absent if there is none. */
  readonly trials?: readonly ShownTrial[];
}

/** @param isRecorded tells whether it is known how a node's tests were run */
export function listTests(
  nodes: readonly (readonly [string, IndexNode])[],
  isRecorded: (node: string) => boolean,
): StateDetails['tests'] {
  return nodes.flatMap(([node, status]) => {
    const tested = sayTested(status, { isRecorded: isRecorded(node) });
    return tested === null ? [] : [{ node, tested }];
  });
}
