import { checkResultFile, writeResultText } from '../../files/result-file.js';
import { aboutBaseline, entriesOf, updateBaseline } from '../../grade/gate/baseline.js';
import type { GatePolicy } from '../../grade/gate/gate-node.js';
import { type JudgedTarget, judgeTarget } from '../../grade/gate/judge.js';
import { aboutTests } from '../../grade/gate/reasons.js';
import { formatJson } from '../../island/documents.js';
import type { Island } from '../../island/island.js';
import { errorOf, fatal, problem } from '../../problems/error-codes.js';
import type { Problem } from '../../problems/problem.js';
import type { GradingBaseline } from '../../spec/baselines.js';
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
import type { ShownTrial } from '../../trials/logic/standing.js';
import {
  aboutDropped,
  type GatedTrials,
  type JudgedTrials,
  judgeTrials,
  readGatedTrials,
  updateTrials,
} from './judge-trials.js';

export interface GateOptions extends NamedTargets, BarOptions {
  /** Write a new baseline that accepts all nodes in their current state. */
  readonly updateBaseline?: boolean | undefined;
  /** Last day (`2027-01-31`) for which the entries of a new baseline are valid. */
  readonly expires?: string | undefined;
  /** Share of the tasks of a target's trials that must succeed, from 0 to 1. */
  readonly minSuccess?: number | undefined;
  /** Whether trials that leave `minSuccess` undecided fail. */
  readonly strict?: boolean | undefined;
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
  /** Trials that were judged; absent if there are none. */
  readonly trials?: readonly ShownTrial[];
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
 * worse than a baseline, and are not too old. Trials are held against a minimum, and against those of the baseline.
 * Writes nothing except a new baseline on request.
 *
 * @returns errors GAT-001 … GAT-009, GAT-014 and GAT-015 for nodes that fail; those of `judgeTrials`; GATE-035 for
 *   a baseline that is not written because of them; TGT-… and others for targets that could not be judged
 * @throws GradingError GAT-020 … GAT-026 for unusable options or an unusable baseline
 */
export async function gateGrades(options: GateOptions): Promise<GateResult> {
  const { island, updateBaseline: isUpdated = false, minSuccess, strict = false, now = island.now } = options;
  const policy = policyOf(options, { now: now(), grading: island.book.grading });
  await checkOptions(options);
  const before = readBaseline(options.baseline, { grading: policy.grading, isNew: isUpdated });
  const resolved = await resolveTargets(island, options.targets, { all: options.all ?? false });
  checkReachable(resolved.targets, policy);
  const errors: Problem[] = [...resolved.problems];
  // A part of a namespace is judged together with the whole namespace, because the nodes that fail may be in another
  // part.
  const isTried = minSuccess !== undefined || options.baseline !== undefined;
  const read = await eachTarget(wholeTargets(resolved.targets), errors, async (target) => {
    refuseDamagedSnapshots(island, target, 'GATE-007');
    const tried = isTried ? await readGatedTrials(island, target) : null;
    return { ...readNodes(island, target, policy), tried };
  });
  const gated = new Set(read.map(({ target }) => target));
  const judge = (baseline: Baseline) =>
    read.map((nodes) => ({
      ...nodes,
      judged: judgeTarget(nodes, {
        entryFor: entriesOf(baseline?.nodes ?? null),
        policy,
        isGated: (name) => gated.has(name),
      }),
    }));
  const known = isUpdated
    ? await renew({ before, judged: judge(before), policy, expires: options.expires })
    : before;
  const bar = { minSuccess, isStrict: strict, baseline: known?.trials ?? [] };
  const results: GatedTarget[] = [];
  const unacceptable: string[] = [];
  for (const { target, nodes, judged, tried } of judge(known)) {
    const { trials, failures, warnings, isAcceptable } = tried ? await judgeTrials(tried, bar) : NO_TRIALS;
    const dropped = isUpdated && tried ? aboutDropped(tried, before?.trials ?? []) : [];
    // A damaged file may be the very trial that the baseline would drop.
    if (!isAcceptable || (dropped.length > 0 && tried?.problems.length)) unacceptable.push(target);
    const failing = judged.counted.filter(({ failures }) => failures.length > 0);
    errors.push(
      ...[...failing, judged].flatMap((one) => one.failures.map(({ problem: found }) => found)),
      ...failures,
    );
    results.push({
      target,
      passes: judged.passes && failures.length === 0,
      minGrade: judged.bar,
      nodes: judged.counted.length,
      failed: failing.length,
      accepted: judged.counted.filter(({ accepted }) => accepted).length,
      ...(trials.length > 0 && { trials }),
      warnings: [
        ...aboutBaseline(nodes, known?.nodes ?? [], policy),
        ...aboutTests(target, counted(judged), policy),
        ...warnings,
        ...dropped,
      ],
    });
  }
  if (isUpdated) errors.push(...(await writeBaseline(options, { known, policy, unacceptable })));
  return { status: errors.length === 0, results, errors };
}

const NO_TRIALS: JudgedTrials = { trials: [], failures: [], warnings: [], isAcceptable: true };

function counted(judged: JudgedTarget) {
  return judged.counted.map(({ node }) => node);
}

async function checkOptions(options: GateOptions): Promise<void> {
  const { baseline, updateBaseline: isUpdated = false, expires, island } = options;
  if (isUpdated && baseline === undefined) throw fatal('GAT-025');
  if (expires !== undefined && !isUpdated) throw fatal('GAT-026', undefined, { expires });
  if (!hasBar(options) && options.minSuccess === undefined) throw fatal('GAT-020');
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

type Baseline = Pick<GradingBaseline, 'nodes' | 'trials'> | null;

/** A baseline that accepts everything as it is now. */
async function renew({
  before,
  judged,
  policy,
  expires,
}: {
  before: Baseline;
  judged: { judged: JudgedTarget; tried: GatedTrials | null }[];
  policy: GatePolicy;
  expires: string | undefined;
}): Promise<Baseline> {
  const own = judged.flatMap((one) => counted(one.judged));
  const elsewhere = judged.flatMap((one) => one.judged.elsewhere);
  const nodes = updateBaseline({ counted: own, elsewhere }, before?.nodes ?? [], { ...policy, expires });
  const tried = judged.flatMap((one) => one.tried ?? []);
  const trials = await updateTrials(tried, before?.trials ?? []);
  return { nodes, ...(trials.length > 0 && { trials }) };
}

/** @returns GATE-035 if targets have trials that no baseline may hold; GAT-024 */
async function writeBaseline(
  { baseline: file }: GateOptions,
  { known, policy, unacceptable }: { known: Baseline; policy: GatePolicy; unacceptable: readonly string[] },
): Promise<Problem[]> {
  if (file === undefined) return [];
  if (unacceptable.length > 0) {
    return [problem('GATE-035', { file }, { targets: unacceptable.join(', ') })];
  }
  const text = formatJson({ gradingSystem: policy.grading.version, ...known });
  const unwritten = await writeResultText(file, text, 'GAT-024');
  return unwritten ? [unwritten] : [];
}
