import { problem } from '../../problems/error-codes.js';
import { type Problem, splitProblems } from '../../problems/problem.js';
import { checkTasks, taskProblems } from '../../trials/logic/check-tasks.js';
import { aboutOpen, findGaps, judgeSuccess } from '../../trials/logic/judge-trial.js';
import { buildReport, type TrialReport } from '../../trials/logic/report.js';
import type { Trial } from '../../trials/logic/trial-lines.js';
import { readTrial } from '../../trials/trial-file.js';
import { compareTrials, type TrialComparison } from './logic/compare.js';

export interface TrialResult {
  /** Whether all trials are whole, and none is below its bar. */
  readonly status: boolean;
  /** A report for each target about which the model was asked. */
  readonly results: readonly TrialReport[];
  readonly errors: readonly Problem[];
  /** Tasks that cannot be asked or leave a value open (TRI-004 to TRI-006), and an undecided bar (TRI-021). */
  readonly warnings: readonly Problem[];
}

/**
 * Shows a trial from its file alone: neither a model nor a network is needed.
 *
 * @returns what `runTrial` returns for the same trial; TRI-011 for an open one, TRI-023 for one that cannot be held against the bar
 * @throws GradingError TRI-009 for a file that is not a trial
 */
export function replayTrial(
  file: string,
  { minSuccess }: { readonly minSuccess?: number | undefined },
): TrialResult {
  const trial = readTrial(file);
  const failures = trial.isWhole ? [] : [aboutOpen(trial, checkTasks(trial.header), file)];
  return reportTrial(trial, { failures, minSuccess });
}

/** Builds the result of a trial, whole or open. */
export function reportTrial(
  trial: Trial,
  {
    failures,
    minSuccess,
  }: {
    readonly failures: readonly Problem[];
    readonly minSuccess: number | undefined;
  },
): TrialResult {
  const checked = checkTasks(trial.header);
  const report = buildReport(trial, checked);
  const verdict = (bar: number) => {
    const gaps = findGaps(report);
    return gaps ? [gaps] : judgeSuccess(report.success, bar, { isStrict: false });
  };
  const judged = trial.isWhole && minSuccess !== undefined ? verdict(minSuccess) : [];
  const found = [...taskProblems(trial.header.tasks, checked), ...failures, ...judged];
  const { errors, warnings } = splitProblems(found);
  return {
    status: errors.length === 0,
    results: trial.attempts.length > 0 ? [report] : [],
    errors,
    warnings,
  };
}

export interface TrialComparisonResult {
  readonly status: boolean;
  readonly results: readonly TrialComparison[];
  readonly errors: readonly Problem[];
}

/**
 * Compares two whole trials.
 *
 * @returns the comparison, or TRI-010 and TRI-011
 * @throws GradingError TRI-009 for a file that is not a trial
 */
export function compareTrialFiles(first: string, second: string): TrialComparisonResult {
  const files = [first, second] as const;
  const [one, two] = [readTrial(first), readTrial(second)];
  const open = [one, two].flatMap((trial, at) =>
    trial.isWhole ? [] : [aboutOpen(trial, checkTasks(trial.header), files[at] ?? '')],
  );
  if (open.length > 0) return { status: false, results: [], errors: open };
  const compared = compareTrials(one, two);
  if ('reason' in compared) {
    const found = problem('TRI-010', undefined, { first, second, reason: compared.reason });
    return { status: false, results: [], errors: [found] };
  }
  return { status: true, results: [compared], errors: [] };
}
