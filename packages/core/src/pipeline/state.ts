import { nodesOfIndex } from '../engine/namespace-index.js';
import { readNamespaceIndex } from '../island/documents.js';
import type { Island } from '../island/island.js';
import { FILE_NAMES, namespaceFolder } from '../island/paths.js';
import type { Blocker, IndexNode, NamespaceIndex, NamespaceSummary } from '../model/index-file.js';
import { GradingError, type Problem } from '../model/problem.js';
import type { Flow, RollupStatus, Tier } from '../model/vocabulary.js';
import { problem } from '../tables/error-codes.js';
import { resolveTargets, type Target } from './targets.js';

export interface NextAction {
  /** A command that can be typed as it is. */
  readonly command: string;
  readonly why: string;
}

export interface TargetState {
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

/** How targets stand, from their index as it is on disk. Reads two small files per namespace and writes nothing. */
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
      const found = stateOf(island, target);
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

function stateOf(island: Island, target: Target): TargetState | null {
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
  };
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
  readonly scores: string | null;
}

// By hand and not with zod: this is the command that has to start fast.
function readRunStatus(island: Island, path: string): RunStatus | null {
  const text = island.readText(path);
  if (text === null) return null;
  let state: unknown;
  try {
    state = JSON.parse(text);
  } catch {
    return { status: 'unreadable', scores: null };
  }
  if (typeof state !== 'object' || state === null || !('status' in state))
    return { status: 'unreadable', scores: null };
  const consume = 'consume' in state ? state.consume : null;
  const scores =
    typeof consume === 'object' && consume !== null && 'scoresPath' in consume ? consume.scoresPath : null;
  return { status: String(state.status), scores: typeof scores === 'string' ? scores : null };
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
