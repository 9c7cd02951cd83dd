import { explainNode, explainRollup, explainStanding } from '../../grade/explain/explain-node.js';
import type { NodeExplanation, RollupExplanation } from '../../grade/explanation.js';
import { sayTested } from '../../grade/gathered.js';
import type { Island } from '../../island/island.js';
import { hasTrials } from '../../island/list-namespace.js';
import { errorOf, fatal } from '../../problems/error-codes.js';
import type { Problem } from '../../problems/problem.js';
import type { RuleBook } from '../../spec/books/book.js';
import { versionsOf } from '../../spec/books/registered.js';
import type { TestRecord } from '../../spec/facts.js';
import { createEntryReader, type EntryReader } from '../../target/entry-reader.js';
import { findPrintedParts } from '../../target/logic/printed-parts.js';
import { areasOfNode, nodesInScope, type Subject } from '../../target/logic/subjects.js';
import { isWhole, type Target } from '../../target/logic/target.js';
import { unrecordedTools } from '../../target/read-findings.js';
import { readTestRecord } from '../../target/read-test-record.js';
import { type DerivedTarget, deriveTarget } from '../../target/rebuild/rebuild.js';
import { eachNamedTarget, type NamedTargets, refuseIdleOptions } from '../../target/targets.js';
import type { FailedTask, ShownTrial } from '../../trials/logic/standing.js';

export interface ExplainOptions extends NamedTargets {
  /** Id of the node to explain, as `grading state` shows it; default: all nodes of the target. */
  readonly node?: string | undefined;
  readonly now?: () => Date;
  /**
   * Receives each explanation as soon as it is ready, so that only one is in memory at a time; the results then have no
   * nodes.
   */
  readonly onTarget?: ((explanation: TargetExplanation) => void | Promise<void>) | undefined;
}

export interface TargetExplanation {
  readonly target: string;
  readonly versions: {
    readonly gradingSpec: string;
    readonly scoringSystem: string;
    readonly gradingSystem: string;
  };
  readonly rollup: RollupExplanation;
  /** In index order; none if the target is one test. */
  readonly nodes: readonly NodeExplanation[];
  /** The record of the test that the target is; absent for any other target. */
  readonly test?: TestRecord & { readonly record: string };
  /** The newest whole trial of each model with the tasks that failed, of a tool those that want it; absent without trials. */
  readonly trials?: readonly (ShownTrial & { readonly failed: readonly FailedTask[] })[];
  readonly warnings: readonly Problem[];
}

export interface ExplainResult {
  readonly status: boolean;
  readonly results: readonly TargetExplanation[];
  readonly errors: readonly Problem[];
}

/**
 * Explains the calculation behind every grade of the targets, recomputed from the entries. Writes nothing but readings of
 * snapshots.
 *
 * @returns errors TGT-…, among them TGT-007 for a node that the target does not have, and TGT-009 for a node of one test
 */
export function explainGrades({ node, onTarget, ...named }: ExplainOptions): Promise<ExplainResult> {
  const { now = named.island.now } = named;
  const island = named.island.believing();
  return eachNamedTarget({ ...named, tests: true }, async (target) => {
    const explanation = await withTrials(explainTarget(island, target, { node, now: now() }), {
      island,
      target,
      node,
    });
    if (!onTarget) return explanation;
    await onTarget(explanation);
    return { ...explanation, nodes: [] };
  });
}

function explainTarget(
  island: Island,
  target: Target,
  { node, now }: { node: string | undefined; now: Date },
): TargetExplanation {
  const idle = refuseIdleOptions(target, node === undefined ? [] : ['--node']);
  if (idle) throw errorOf(idle);
  const entries = createEntryReader(island, target.folder);
  const derived = deriveTarget({ island, target, now, seen: { entries: entries.seen } });
  const warnings: Problem[] = [...derived.problems];
  const head = {
    target: target.name,
    versions: versionsOf(island.book),
    rollup: explainRollup(derived.index),
  };
  if (target.scope.test !== undefined) {
    const { file, record } = readTestRecord(island, target);
    return { ...head, nodes: [], test: { record: file, ...record }, warnings };
  }
  const wanted = selectNodes(target, derived, node);
  const subjects = new Map(derived.subjects.map((subject) => [subject.node, subject]));
  const unrecorded = unrecordedTools(island, derived);
  const nodes = wanted.map(([id, status]): NodeExplanation => {
    const subject = subjects.get(id);
    const found = subject
      ? explainSubject(entries, subject, { now, book: island.book })
      : explainStanding(id, status);
    return {
      ...found,
      tested: sayTested(status, { isRecorded: !unrecorded.has(id) }),
      ...(status.testDepth && { testDepth: status.testDepth }),
    };
  });
  return { ...head, nodes, warnings };
}

/** Tasks of a trial belong to its whole target, or to the tool they want. */
async function withTrials(
  explanation: TargetExplanation,
  { island, target, node }: { island: Island; target: Target; node: string | undefined },
): Promise<TargetExplanation> {
  if (target.scope.test !== undefined || !hasTrials(island, target)) return explanation;
  const { namesOfNode, readStandingTrials } = await import('../../trials/read-standing.js');
  const { listFailedTasks } = await import('../../trials/logic/standing.js');
  const standing = await readStandingTrials(island, target);
  const nodes = isWhole(target) && node === undefined ? null : explanation.nodes.map((one) => one.node);
  const trials = standing.trials.flatMap(({ shown, trial, report }) => {
    const names = nodes && new Set(nodes.flatMap((one) => namesOfNode(one, trial, standing.schemas)));
    if (names?.size === 0) return [];
    const failed = listFailedTasks(trial, report).filter(
      ({ tool }) => names === null || [tool ?? []].flat().some((name) => names.has(name)),
    );
    return [{ ...shown, failed }];
  });
  const warnings = [...explanation.warnings, ...standing.problems];
  return { ...explanation, ...(trials.length > 0 && { trials }), warnings };
}

function explainSubject(
  { read }: EntryReader,
  subject: Subject,
  of: { now: Date; book: RuleBook },
): NodeExplanation {
  const { folder, area } = subject;
  // Unreadable entries were already reported when the node was derived.
  const { entries } = read(folder, areasOfNode(area));
  return explainNode(subject, entries, of);
}

function selectNodes(target: Target, derived: DerivedTarget, node: string | undefined) {
  const shown = nodesInScope(target, derived);
  if (node === undefined) return shown;
  // Any name that a command prints for a node will do, with or without its target.
  const printed = node.startsWith(`${target.id}/`) ? node.slice(target.id.length + 1) : node;
  const ids = new Set([printed, ...findPrintedParts(derived.index, printed).map((part) => part.node)]);
  const found = shown.filter(([id]) => ids.has(id));
  if (found.length === 0) {
    const nodes = shown.map(([id]) => id).join(', ');
    throw fatal('TGT-007', undefined, { target: target.name, node, nodes });
  }
  return found;
}
