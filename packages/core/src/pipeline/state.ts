import { nodesOfIndex } from '../engine/namespace-index.js';
import type { Island } from '../island/island.js';
import { FILE_NAMES, namespaceFolder } from '../island/paths.js';
import type { IndexNode, NamespaceIndex, NamespaceSummary } from '../model/index-file.js';
import type { Problem } from '../model/problem.js';
import { fatal, problem } from '../tables/error-codes.js';
import { readNamespaceOnDisk } from './audit/index-on-disk.js';
import { refuseDamagedSnapshots } from './damaged-snapshots.js';
import { eachNamedTarget, type NamedTargets } from './each-target.js';
import { findPastRetention } from './past-retention.js';
import { shownIndex } from './shown-index.js';
import { ageIndex } from './state/age-nodes.js';
import { nextAction } from './state/next-action.js';
import { readFindings } from './state/read-findings.js';
import { isAcceptedHandIn, readHints, subjectsOfIndex } from './state/read-hints.js';
import { type RunStatus, readRunStatus } from './state/run-status.js';
import type { SelectionState } from './state/selection-state.js';
import { listTests, type StateDetails, type TargetStateBase } from './state/target-state.js';
import type { NamespaceTarget, Target } from './targets.js';

export type { StateDetails } from './state/target-state.js';

/** How a namespace stands. */
export interface NamespaceState extends TargetStateBase {
  readonly flow: 'provider';
  readonly tier: 'autonomous';
  readonly summary: NamespaceSummary;
}

export type TargetState = NamespaceState | SelectionState;

export interface StateResult {
  readonly status: boolean;
  readonly results: readonly TargetState[];
  readonly errors: readonly Problem[];
}

/**
 * How targets stand: a namespace from its index as a rebuild left it, a few small files each, a selection as its members
 * show it now; for those that are named also what was found in them and what graders proposed. Writes nothing.
 */
export function readState({
  now = () => new Date(),
  ...named
}: NamedTargets & { now?: () => Date }): Promise<StateResult> {
  const { island, all = false } = named;
  return eachNamedTarget(named, (target) => stateOf(island, target, { withDetails: !all, now: now() }));
}

async function stateOf(
  island: Island,
  target: Target,
  options: { withDetails: boolean; now: Date },
): Promise<TargetState> {
  if (target.flow === 'provider') return namespaceState(island, target, options);
  if (options.withDetails) refuseDamagedSnapshots(island, target, 'VFY-012');
  // Loaded here: deriving takes parsers that the state of a namespace does without.
  const { readSelectionState } = await import('./state/selection-state.js');
  return readSelectionState(island, target, options);
}

async function namespaceState(
  island: Island,
  target: NamespaceTarget,
  { withDetails, now }: { withDetails: boolean; now: Date },
): Promise<NamespaceState> {
  const folder = namespaceFolder(target.namespace);
  const found = readNamespaceOnDisk(island, target.namespace);
  if (withDetails) refuseDamagedSnapshots(island, target, 'VFY-012', found);
  const shown = await shownIndex(island, found, now);
  if (!shown) throw fatal('TGT-005', undefined, { target: target.name });
  // Of all targets only their roll-ups are shown, which do not age.
  const index = withDetails ? await ageIndex(island, shown.index, now) : shown.index;
  const run = readRunStatus(island, `${folder}/${FILE_NAMES.state}`);
  const { gradingSpec, scoringSystem, gradingSystem } = index.summary;
  const inScope = scopeFilter(target);
  const details = withDetails ? readDetails(island, target, { ...shown, index, run, now }) : null;
  const hasVoidTests = details?.facts.some(({ isVoid }) => isVoid) ?? false;
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
    nextAction: nextAction({ island, target, index, run, inScope, hasVoidTests }),
    ...details,
  };
}

function readDetails(
  island: Island,
  target: NamespaceTarget,
  { index, isOther, run, now }: { index: NamespaceIndex; isOther: boolean; run: RunStatus | null; now: Date },
): StateDetails {
  const folder = namespaceFolder(target.namespace);
  const { findings, facts, unrecorded, problems } = readFindings(island, index, target.scope);
  const { hints, problems: unread } = readHints({
    island,
    folder,
    subjects: subjectsOfIndex(index),
    isShown: scopeFilter(target),
    isAccepted: (file) => isAcceptedHandIn(run, file),
  });
  const inScope = scopeFilter(target);
  const shown = nodesOfIndex(index).filter(([node]) => inScope(node));
  const tests = listTests(shown, (node) => !unrecorded.includes(node));
  const other = isOther
    ? [problem('VFY-029', { file: `${folder}/${FILE_NAMES.index}` }, { target: folder })]
    : [];
  return {
    ...findPastRetention(island, target, now),
    findings,
    facts,
    tests,
    hints,
    warnings: [...other, ...problems, ...unread],
  };
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
