import { checkResultFile, writeResultText } from '../../files/result-file.js';
import { aboutBaseline, entriesOf, updateBaseline } from '../../grade/gate/baseline.js';
import type { GatePolicy } from '../../grade/gate/gate-node.js';
import { type JudgedTarget, judgeTarget } from '../../grade/gate/judge.js';
import { aboutTests } from '../../grade/gate/reasons.js';
import { formatJson } from '../../island/documents.js';
import type { Island } from '../../island/island.js';
import { errorOf, fatal } from '../../problems/error-codes.js';
import type { Problem } from '../../problems/problem.js';
import type { GradingBaselineNode } from '../../spec/baselines.js';
import type { Grade } from '../../spec/vocabulary.js';
import { refuseDamagedSnapshots } from '../../target/damaged-snapshots.js';
import { createEntryReader } from '../../target/entry-reader.js';
import {
  type BarOptions,
  checkReachable,
  gateNodesOf,
  hasBar,
  policyOf,
  readBaseline,
} from '../../target/gate.js';
import { type Target, wholeTargets } from '../../target/logic/target.js';
import { deriveTarget } from '../../target/rebuild/rebuild.js';
import { eachTarget, type NamedTargets, resolveTargets } from '../../target/targets.js';

export interface GateOptions extends NamedTargets, BarOptions {
  /** Write a new baseline that accepts all nodes in their current state. */
  readonly updateBaseline?: boolean | undefined;
  /** Last day (`2027-01-31`) for which the entries of a new baseline are valid. */
  readonly expires?: string | undefined;
  readonly now?: () => Date;
}

export interface GatedTarget {
  readonly target: string;
  readonly passes: boolean;
  /** Lowest grade that passes for this target; null: there is no minimum. */
  readonly minGrade: Grade | null;
  readonly nodes: number;
  readonly failed: number;
  /** Number of nodes that would fail, but are accepted by the baseline. */
  readonly accepted: number;
  readonly warnings: readonly Problem[];
}

export interface GateResult {
  readonly status: boolean;
  readonly results: readonly GatedTarget[];
  /** Failures of the gate, and targets that could not be judged. */
  readonly errors: readonly Problem[];
}

/**
 * Checks whether grades are good enough: whether they reach a minimum, are based on enough judged questions, are no
 * worse than a baseline, and are not too old. Writes nothing except a new baseline on request.
 *
 * @returns errors GAT-001 … GAT-009, GAT-014 and GAT-015 for nodes that fail; TGT-… and others for targets that could
 *   not be judged
 * @throws GradingError GAT-020 … GAT-026 for unusable options or an unusable baseline
 */
export async function gateGrades(options: GateOptions): Promise<GateResult> {
  const { island, updateBaseline: isUpdated = false, now = island.now } = options;
  const policy = policyOf(options, { now: now(), grading: island.book.grading });
  await checkOptions(options);
  const before = readBaseline(options.baseline, { grading: policy.grading, isNew: isUpdated });
  const resolved = await resolveTargets(island, options.targets, { all: options.all ?? false });
  checkReachable(resolved.targets, policy);
  const errors: Problem[] = [...resolved.problems];
  // A part of a namespace is judged together with the whole namespace, because the nodes that fail may be in another
  // part.
  const read = await eachTarget(wholeTargets(resolved.targets), errors, (target) => {
    refuseDamagedSnapshots(island, target, 'GATE-007');
    return readNodes(island, target, policy);
  });
  const gated = new Set(read.map(({ target }) => target));
  const judge = (baseline: Baseline) =>
    read.map((nodes) => ({
      ...nodes,
      judged: judgeTarget(nodes, {
        entryFor: entriesOf(baseline),
        policy,
        isGated: (name) => gated.has(name),
      }),
    }));
  const known = isUpdated
    ? await rewrite(options, { before, judged: judge(before), policy, errors })
    : before;
  const results = judge(known).map(({ target, nodes, judged }): GatedTarget => {
    const failing = judged.counted.filter(({ failures }) => failures.length > 0);
    errors.push(...[...failing, judged].flatMap(({ failures }) => failures.map(({ problem }) => problem)));
    return {
      target,
      passes: judged.passes,
      minGrade: judged.bar,
      nodes: judged.counted.length,
      failed: failing.length,
      accepted: judged.counted.filter(({ accepted }) => accepted).length,
      warnings: [
        ...aboutBaseline(nodes, known ?? [], policy),
        ...aboutTests(target, counted(judged), policy),
      ],
    };
  });
  return { status: errors.length === 0, results, errors };
}

function counted(judged: JudgedTarget) {
  return judged.counted.map(({ node }) => node);
}

async function checkOptions(options: GateOptions): Promise<void> {
  const { baseline, updateBaseline: isUpdated = false, expires, island } = options;
  if (isUpdated && baseline === undefined) throw fatal('GAT-025');
  if (expires !== undefined && !isUpdated) throw fatal('GAT-026', undefined, { expires });
  if (!hasBar(options)) throw fatal('GAT-020');
  const isWritten = isUpdated && baseline !== undefined;
  // The new baseline may replace the old one, but not any other file that the command reads.
  const inputs = [{ folder: island.root }];
  const unwritable = isWritten ? await checkResultFile(baseline, 'GAT-024', inputs) : null;
  if (unwritable) throw errorOf(unwritable);
}

function readNodes(island: Island, target: Target, policy: GatePolicy) {
  const { now } = policy;
  const { seen } = createEntryReader(island, target.folder);
  const derived = deriveTarget({ island, target, now, seen: { entries: seen } });
  return gateNodesOf(target, derived, { island, seen, policy, now });
}

type Baseline = readonly GradingBaselineNode[] | null;

/** Writes a new baseline. */
async function rewrite(
  { baseline: file, expires }: GateOptions,
  {
    before,
    judged,
    policy,
    errors,
  }: { before: Baseline; judged: { judged: JudgedTarget }[]; policy: GatePolicy; errors: Problem[] },
): Promise<Baseline> {
  if (file === undefined) return before;
  const own = judged.flatMap((one) => counted(one.judged));
  const elsewhere = judged.flatMap((one) => one.judged.elsewhere);
  const nodes = updateBaseline({ counted: own, elsewhere }, before ?? [], { ...policy, expires });
  const unwritten = await writeResultText(
    file,
    formatJson({ gradingSystem: policy.grading.version, nodes }),
    'GAT-024',
  );
  if (unwritten) errors.push(unwritten);
  return nodes;
}
