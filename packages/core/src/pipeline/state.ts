import { nodesOfIndex } from '../engine/namespace-index.js';
import { isRecord, readJson, readNamespaceIndex } from '../island/documents.js';
import type { Island } from '../island/island.js';
import { FILE_NAMES, namespaceFolder } from '../island/paths.js';
import type { Blocker, IndexNode, NamespaceIndex, NamespaceSummary } from '../model/index-file.js';
import { GradingError, type Problem } from '../model/problem.js';
import type { Flow, RollupStatus, Tier } from '../model/vocabulary.js';
import { problem } from '../tables/error-codes.js';
import { type ContradictingFact, readFindings, type ShownFinding } from './state/read-findings.js';
import { readHints, type ShownHint } from './state/read-hints.js';
import { resolveTargets, type Target } from './targets.js';

export interface NextAction {
  /** A command that can be typed as it is. */
  readonly command: string;
  readonly why: string;
}

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
  target: Target,
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
    nextAction: nextAction(island, target, index, run),
    ...(withDetails && readDetails(island, target, index, run)),
  };
}

function readDetails(
  island: Island,
  target: Target,
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

function scopeFilter({ scope }: Target): (node: string) => boolean {
  if (scope.schema === undefined) return () => true;
  const head = `schemas.${scope.schema}`;
  if (scope.tool !== undefined) return (node) => node === `${head}.tools.${scope.tool}`;
  return (node) => node === head || node.startsWith(`${head}.`);
}

interface RunStatus {
  readonly status: string;
  readonly taskId: string | null;
  readonly scores: string | null;
}

// By hand and not with zod: this is the command that has to start fast.
function readRunStatus(island: Island, path: string): RunStatus | null {
  const state = readJson(island, path);
  if (!state) return null;
  if ('problem' in state || !isRecord(state.value) || typeof state.value.status !== 'string')
    return { status: 'unreadable', taskId: null, scores: null };
  const { status, taskId, consume } = state.value;
  const scores = isRecord(consume) ? consume.scoresPath : null;
  return {
    status,
    taskId: typeof taskId === 'string' ? taskId : null,
    scores: typeof scores === 'string' ? scores : null,
  };
}

function nextAction(
  island: Island,
  target: Target,
  index: NamespaceIndex,
  run: RunStatus | null,
): NextAction {
  const name = target.name;
  const emit = `flowmcp grading run ${name} --emit-prompts`;
  if (run?.status === 'consuming') {
    const scores = `${namespaceFolder(target.namespace)}/${run.scores ?? FILE_NAMES.scores}`;
    return {
      command: `flowmcp grading run ${name} --consume-scores ${island.absolute(scores)}`,
      why: 'a hand-in was interrupted; the same file finishes it',
    };
  }
  if (run?.status === 'prompts-emitted') {
    return {
      command: `flowmcp grading run ${name} --consume-scores scores.json`,
      why: 'prompts wait for their scores',
    };
  }
  const statuses = nodesOfIndex(index).map(([, node]) => node.status);
  const blockedBy = (text: string) => index.blockers.some(({ reason }) => reason.includes(text));
  if (statuses.includes('pending')) {
    return { command: emit, why: 'there are nodes that were never graded, or whose content changed' };
  }
  if (blockedBy('--with-keys')) {
    return {
      command: `${emit} --with-keys`,
      why: 'tools wait for an API key; their tests run once it is used',
    };
  }
  if (blockedBy('offline')) return { command: emit, why: 'tools were not tested' };
  // Before the blockers: where every tool is vetoed, what builds on them is blocked for that reason.
  if (statuses.includes('rejected')) {
    return {
      command: emit,
      why: 'mend what the veto names and import it again first; only a new evaluation lifts it',
    };
  }
  if (index.blockers.some(({ node }) => node !== 'about')) {
    return { command: emit, why: 'mend what is blocked and import it again first; this tests it anew' };
  }
  if (statuses.includes('graded')) {
    return {
      command: emit,
      why: 'improve what is graded below B and import it again first; this grades it anew',
    };
  }
  return { command: `flowmcp grading export ${name}`, why: 'everything that can be graded is stable' };
}

function noIndex(target: Target): Problem {
  return problem('TGT-005', undefined, { target: target.name });
}
