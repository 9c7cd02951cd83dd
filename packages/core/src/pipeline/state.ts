import { nodesOfIndex } from '../engine/namespace-index.js';
import { readNamespaceIndex } from '../island/documents.js';
import type { Island } from '../island/island.js';
import { FILE_NAMES, namespaceFolder } from '../island/paths.js';
import type { Blocker, IndexNode, NamespaceIndex, NamespaceSummary } from '../model/index-file.js';
import { GradingError, type Problem } from '../model/problem.js';
import type { Flow, RollupStatus, Tier } from '../model/vocabulary.js';
import { problem } from '../tables/error-codes.js';
import { type NextAction, nextAction } from './state/next-action.js';
import { type ContradictingFact, readFindings, type ShownFinding } from './state/read-findings.js';
import { readHints, type ShownHint } from './state/read-hints.js';
import { type RunStatus, readRunStatus } from './state/run-status.js';
import { type NamespaceTarget, resolveTargets } from './targets.js';

/** What a target that was named shows beside its index: more files are read for it. */
export interface StateDetails {
  readonly findings: readonly ShownFinding[];
  readonly facts: readonly ContradictingFact[];
  readonly hints: readonly ShownHint[];
  /** Files that could not be read. */
  readonly warnings: readonly Problem[];
}

/** Without details where every namespace was asked for. */
export interface TargetState extends Partial<StateDetails> {
  readonly target: string;
  readonly flow: Flow;
  readonly tier: Tier;
  readonly rollupStatus: RollupStatus;
  readonly rollupGrade: string | null;
  readonly summary: NamespaceSummary;
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

export interface StateResult {
  readonly status: boolean;
  readonly results: readonly TargetState[];
  readonly errors: readonly Problem[];
}

/**
 * How targets stand, from their index as it is on disk. Reads two small files per namespace, and for those that are
 * named what was found in their schemas and what graders proposed. Writes nothing.
 */
export async function readState({
  island,
  targets,
  all = false,
}: {
  island: Island;
  targets: readonly string[];
  all?: boolean;
}): Promise<StateResult> {
  const resolved = await resolveTargets(island, targets, { all });
  const errors: Problem[] = [...resolved.problems];
  const results = resolved.targets.flatMap((target) => {
    if (target.flow === 'selection') {
      errors.push(problem('TGT-007', undefined, { target: target.name }));
      return [];
    }
    try {
      const found = stateOf(island, target, { withDetails: !all });
      if (!found) errors.push(noIndex(target));
      return found ?? [];
    } catch (error) {
      if (!(error instanceof GradingError)) throw error;
      errors.push(error.problem);
      return [];
    }
  });
  return { status: errors.length === 0, results, errors };
}

function stateOf(
  island: Island,
  target: NamespaceTarget,
  { withDetails }: { withDetails: boolean },
): TargetState | null {
  const folder = namespaceFolder(target.namespace);
  const index = readNamespaceIndex(island, folder);
  if (!index) return null;
  const run = readRunStatus(island, `${folder}/${FILE_NAMES.state}`);
  const { gradingSpec, scoringSystem, gradingSystem } = index.summary;
  const inScope = scopeFilter(target);
  return {
    target: target.name,
    flow: 'provider',
    tier: 'autonomous',
    rollupStatus: index.status,
    rollupGrade: index.grade ?? null,
    summary: index.summary,
    versions: { gradingSpec, scoringSystem, gradingSystem },
    nodes: nodesOfIndex(index)
      .filter(([node]) => inScope(node))
      .map(([node, value]) => ({ node, ...withoutChildren(value) })),
    blockers: index.blockers.filter(({ node }) => inScope(node)),
    updatedAt: index.updatedAt,
    promptsPath: run?.status === 'prompts-emitted' ? `${folder}/${FILE_NAMES.prompts}` : null,
    nextAction: nextAction({ island, target, index, run, inScope }),
    ...(withDetails && readDetails(island, target, index, run)),
  };
}

function readDetails(
  island: Island,
  target: NamespaceTarget,
  index: NamespaceIndex,
  run: RunStatus | null,
): StateDetails {
  const { findings, facts, problems } = readFindings(island, index, target.scope);
  const { hints, problems: unread } = readHints({
    island,
    index,
    isShown: scopeFilter(target),
    isAccepted: (file) => isAccepted(run, file),
  });
  return { findings, facts, hints, warnings: [...problems, ...unread] };
}

/** A hand-in is kept before it is taken: of the newest run only the one that its state names was. */
function isAccepted(run: RunStatus | null, file: string): boolean {
  if (!run?.taskId || !file.startsWith(`${run.taskId}--`)) return true;
  return run.status === 'graded' && run.scores === `${FILE_NAMES.scores}/${file}`;
}

/** A schema's own fields; its tools and aggregate are nodes of their own. */
function withoutChildren(node: IndexNode): IndexNode {
  const own = Object.entries(node).filter(([key]) => !['tools', 'toolsAggregate', 'snapshot'].includes(key));
  return Object.fromEntries(own) as unknown as IndexNode;
}

function scopeFilter({ scope }: NamespaceTarget): (node: string) => boolean {
  if (scope.schema === undefined) return () => true;
  const head = `schemas.${scope.schema}`;
  if (scope.tool !== undefined) return (node) => node === `${head}.tools.${scope.tool}`;
  return (node) => node === head || node.startsWith(`${head}.`);
}

function noIndex(target: NamespaceTarget): Problem {
  return problem('TGT-005', undefined, { target: target.name });
}
