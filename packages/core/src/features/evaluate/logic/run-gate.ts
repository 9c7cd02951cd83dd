import { problem } from '../../../problems/error-codes.js';
import type { Problem } from '../../../problems/problem.js';
import { FEWEST_CHANGED, signFlipTest } from '../../../values/sign-flip-test.js';
import {
  type EvaluatorRunEntry,
  entriesOf,
  mean,
  RUN_SETS,
  type RunSet,
  scoresOf,
  trimmed,
} from './run-results.js';

/** A drop that chance gives less often than this fails. */
const SIGNIFICANT = 0.05;

/** A scored example of an earlier run. */
export type BaselineEntry = Pick<EvaluatorRunEntry, 'set' | 'index'> & { readonly score: number };

export interface RunGate {
  /** The mean that each set must reach. */
  readonly minMean?: number | undefined;
  readonly baseline?: readonly BaselineEntry[] | undefined;
}

/** A set beside the same set of an earlier run, example by example. */
export interface Comparison {
  readonly examples: number;
  /** Mean of the earlier run. */
  readonly baseline: number;
  /** Mean of this run minus that of the earlier one. */
  readonly difference: number;
  /** Two-sided p of the sign-flip test on the differences of the examples. */
  readonly p: number;
}

export interface GateResult {
  readonly comparison?: Readonly<Partial<Record<RunSet, Comparison>>>;
  /** DST-020 and DST-021, the failures; DST-019, a warning; or DST-022 alone, if calls without a score leave it open. */
  readonly problems: readonly Problem[];
}

/** DST-018 if an earlier run does not cover exactly the examples of this one; otherwise null. */
export function findMismatch(
  asked: readonly Pick<EvaluatorRunEntry, 'set' | 'index'>[],
  baseline: readonly BaselineEntry[],
): Problem | null {
  for (const set of RUN_SETS) {
    const own = asked.filter((one) => one.set === set);
    const found = baseline.filter((one) => one.set === set);
    const indexes = new Set(found.map(({ index }) => index));
    if (found.length === own.length && own.every(({ index }) => indexes.has(index))) continue;
    const reason =
      found.length === own.length
        ? `its indexes of the set ${set} are not those of this run`
        : `it has ${found.length} examples of the set ${set}, but this run has ${own.length}`;
    return problem('DST-018', undefined, { reason });
  }
  return null;
}

/** Holds the results of a run against the gate. */
export function judgeRun(results: readonly EvaluatorRunEntry[], failed: number, gate: RunGate): GateResult {
  const { minMean, baseline } = gate;
  if (minMean === undefined && !baseline) return { problems: [] };
  if (failed > 0) return { problems: [problem('DST-022', undefined, { failed })] };
  const sets = RUN_SETS.filter((set) => entriesOf(results, set).length > 0);
  const low = sets.flatMap((set) => {
    const found = mean(scoresOf(entriesOf(results, set))) ?? 0;
    return minMean === undefined || found >= trimmed(minMean)
      ? []
      : [problem('DST-020', undefined, { set, found, bar: minMean })];
  });
  if (!baseline) return { problems: low };
  const compared = sets.map(
    (set) => [set, compare(entriesOf(results, set), entriesOfBaseline(baseline, set))] as const,
  );
  const found = compared.flatMap(([set, { examples, difference, p }]) => {
    if (examples < FEWEST_CHANGED) return [problem('DST-019', undefined, { set, examples })];
    return difference < 0 && p < SIGNIFICANT
      ? [problem('DST-021', undefined, { set, drop: shown(-difference), p: shown(p) })]
      : [];
  });
  return { comparison: Object.fromEntries(compared), problems: [...low, ...found] };
}

function entriesOfBaseline(baseline: readonly BaselineEntry[], set: RunSet): ReadonlyMap<number, number> {
  return new Map(baseline.flatMap((one) => (one.set === set ? [[one.index, one.score]] : [])));
}

function compare(entries: readonly EvaluatorRunEntry[], before: ReadonlyMap<number, number>): Comparison {
  const pairs = entries.flatMap(({ index, score }) => {
    const earlier = before.get(index);
    return score === null || earlier === undefined ? [] : [{ score, earlier }];
  });
  // Trimmed, because means of repeats are. Subtracted before they are added, because a sum of scores may overflow.
  const half = pairs.map(({ score, earlier }) => trimmed(score) / 2 - trimmed(earlier) / 2);
  // Only the halves of differences between the largest numbers are numbers, and the sign-flip test takes those, too.
  const isLarge = half.some((one) => !Number.isFinite(2 * one));
  const differences = isLarge ? half : pairs.map(({ score, earlier }) => trimmed(score) - trimmed(earlier));
  const difference = mean(differences) ?? 0;
  return {
    examples: pairs.length,
    baseline: mean(pairs.map(({ earlier }) => earlier)) ?? 0,
    difference: isLarge ? doubled(difference) : difference,
    p: shown(signFlipTest(differences)),
  };
}

/** Twice a number, or the largest number there is. */
function doubled(value: number): number {
  return Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, 2 * value));
}

function shown(value: number): number {
  return Number(value.toPrecision(4));
}
