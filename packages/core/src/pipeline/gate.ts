import { existsSync } from 'node:fs';
import { readCheckedJson } from '../adapters/checked-json-file.js';
import { checkResultFile, writeResultText } from '../adapters/result-file.js';
import { judgeNodes, updateBaseline } from '../engine/gate/compare-baseline.js';
import type { GateNode, GatePolicy } from '../engine/gate/judge-node.js';
import { formatJson } from '../island/documents.js';
import type { Island } from '../island/island.js';
import { type GradingBaselineNode, gradingBaselineFile } from '../model/grading-baseline.js';
import type { Problem } from '../model/problem.js';
import type { Grade } from '../model/vocabulary.js';
import { errorOf, fatal } from '../tables/error-codes.js';
import { GRADING_SYSTEM } from '../tables/versions.js';
import { deriveTarget, nodesOf } from './derive-target.js';
import { eachTarget, type NamedTargets } from './each-target.js';
import { folderOf, resolveTargets, type Target } from './targets.js';

export interface GateOptions extends NamedTargets {
  /** Worst grade that passes. */
  readonly minGrade?: Grade | undefined;
  /** File with the nodes as they were accepted. */
  readonly baseline?: string | undefined;
  /** Write the baseline anew, so that it takes all nodes as they are. */
  readonly updateBaseline?: boolean | undefined;
  /** Days after which a grade is too old. */
  readonly maxAgeDays?: number | undefined;
  /** Drop of a score that is no news. */
  readonly noise?: number | undefined;
  readonly now?: () => Date;
}

export interface GatedTarget {
  readonly target: string;
  readonly nodes: number;
  readonly failed: number;
  /** Nodes that would fail, and that the baseline accepts. */
  readonly accepted: number;
  readonly warnings: readonly Problem[];
}

export interface GateResult {
  readonly status: boolean;
  readonly results: readonly GatedTarget[];
  /** What fails the gate, and targets that could not be judged. */
  readonly errors: readonly Problem[];
}

/** What two gradings of the same content may differ by (scoring protocol v1). */
export const DEFAULT_NOISE = 0.2;

/**
 * Says whether grades are good enough: above a bar, no worse than a baseline, not too old. Writes nothing but, where it
 * is asked to, the baseline.
 *
 * @returns errors GAT-001 … GAT-006 for nodes that fail; TGT-… and others for targets that could not be judged
 * @throws GradingError GAT-020 … GAT-025 for options or a baseline that can not be used
 */
export async function gateGrades(options: GateOptions): Promise<GateResult> {
  const { island, now = () => new Date() } = options;
  const policy = policyOf(options, now());
  const before = await prepareBaseline(options);
  const resolved = await resolveTargets(island, options.targets, { all: options.all ?? false });
  checkReachable(resolved.targets, policy);
  const errors: Problem[] = [...resolved.problems];
  const judged = await eachTarget(wholeTargets(resolved.targets), errors, (target) => ({
    target,
    nodes: gateNodes(island, target, now()),
  }));
  const known = await takeBaseline(options, {
    before,
    nodes: judged.flatMap(({ nodes }) => nodes),
    policy,
    errors,
  });
  const results = judged.map(({ target, nodes }): GatedTarget => {
    const { problems, accepted } = judgeNodes(nodes, known, policy);
    const failures = problems.filter(({ severity }) => severity === 'error');
    errors.push(...failures);
    const failed = new Set(failures.map(({ where }) => where?.path)).size;
    const warnings = problems.filter(({ severity }) => severity !== 'error');
    return { target: target.name, nodes: nodes.length, failed, accepted, warnings };
  });
  return { status: errors.length === 0, results, errors };
}

function policyOf(options: GateOptions, now: Date): GatePolicy {
  const { minGrade = null, maxAgeDays = null, baseline, noise = DEFAULT_NOISE } = options;
  if (options.updateBaseline && baseline === undefined) throw fatal('GAT-025');
  if (minGrade === null && maxAgeDays === null && baseline === undefined) throw fatal('GAT-020');
  return { minGrade, maxAgeDays, noise, now };
}

/** A bar that nothing can reach is a mistake, not a finding about the graded. */
function checkReachable(targets: readonly Target[], { minGrade }: GatePolicy): void {
  const provider = targets.find(({ flow }) => flow === 'provider');
  if (minGrade === 'A' && provider) throw fatal('GAT-021', undefined, { target: provider.name });
}

/** A part of a namespace is judged with all of it: what is broken may lie beside it. */
function wholeTargets(targets: readonly Target[]): Target[] {
  const whole = targets.map(
    (target): Target =>
      target.flow === 'provider' ? { ...target, name: folderOf(target), scope: {} } : target,
  );
  return [...new Map(whole.map((target) => [target.name, target])).values()];
}

/** What has entries of its own; of the rest only a schema that can not be read, which has no tools to tell of it. */
function gateNodes(island: Island, target: Target, now: Date): GateNode[] {
  const { index, subjects } = deriveTarget({ island, target, now });
  const graded = new Set(subjects.map(({ node }) => node));
  const readable = new Set(
    subjects.flatMap(({ tool, schema }) => (tool === null ? [] : [`schemas.${schema}`])),
  );
  return nodesOf(index)
    .filter(([node]) => graded.has(node) || (/^schemas\.[^.]+$/.test(node) && !readable.has(node)))
    .map(([node, { status, grade = null, score = null, gradedAt = null, reason = null }]) => ({
      target: target.name,
      node,
      status,
      grade,
      score,
      gradedAt,
      reason,
    }));
}

type Baseline = readonly GradingBaselineNode[] | null;

/** Reads what is accepted, and sees to it that what is to be written has somewhere to go. */
async function prepareBaseline({
  baseline,
  updateBaseline: isUpdated = false,
}: GateOptions): Promise<Baseline> {
  if (baseline === undefined) return null;
  const unwritable = isUpdated ? await checkResultFile(baseline, 'GAT-024') : null;
  if (unwritable) throw errorOf(unwritable);
  if (isUpdated && !existsSync(baseline)) return null;
  const { gradingSystem, nodes } = readCheckedJson(baseline, gradingBaselineFile, 'GAT-022');
  if (gradingSystem !== GRADING_SYSTEM) {
    throw fatal('GAT-023', { file: baseline }, { found: gradingSystem, expected: GRADING_SYSTEM });
  }
  return nodes;
}

/** The baseline to judge by; written anew first where that was asked for. */
async function takeBaseline(
  { baseline: file, updateBaseline: isUpdated = false }: GateOptions,
  {
    before,
    nodes,
    policy,
    errors,
  }: { before: Baseline; nodes: readonly GateNode[]; policy: GatePolicy; errors: Problem[] },
): Promise<Baseline> {
  if (!isUpdated || file === undefined) return before;
  const updated = updateBaseline(nodes, before ?? [], policy);
  const text = formatJson({ gradingSystem: GRADING_SYSTEM, nodes: updated });
  const unwritten = await writeResultText(file, text, 'GAT-024');
  if (unwritten) errors.push(unwritten);
  return updated;
}
