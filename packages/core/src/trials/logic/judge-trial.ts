import { problem } from '../../problems/error-codes.js';
import type { Problem } from '../../problems/problem.js';
import type { TrialBaseline } from '../../spec/baselines.js';
import { hashValue } from '../../spec/hash.js';
import { FEWEST_CHANGED, signFlipTest } from '../../values/sign-flip-test.js';
import type { CheckedTasks } from './check-tasks.js';
import type { TrialReport } from './report.js';
import { sayPercent } from './standing.js';
import { type Share, wilson } from './statistics.js';
import { type Trial, taskKey } from './trial-lines.js';

/** Beyond this number of tasks nobody writes a task file. */
const MOST_TASKS = 100_000;

export type TrialVerdict =
  | { readonly kind: 'passed' }
  | { readonly kind: 'failed' }
  /** `needed`: tasks that would settle it at the same rate; null: no number would. */
  | { readonly kind: 'undecided'; readonly needed: number | null };

/**
 * Holds a trial against a bar. It passes only where the whole interval is at or above the bar, and fails only where
 * the whole interval is below.
 */
export function judgeTrial({ rate, low, high, n }: Share, bar: number): TrialVerdict {
  if (low >= bar) return { kind: 'passed' };
  if (high < bar) return { kind: 'failed' };
  return { kind: 'undecided', needed: rate === null ? null : tasksNeeded(rate, bar, n) };
}

function tasksNeeded(rate: number, bar: number, n: number): number | null {
  for (let more = n + 1; more <= MOST_TASKS; more += 1) {
    const { low, high } = wilson(rate, more);
    if (low >= bar || high < bar) return more;
  }
  return null;
}

/** TRI-011 for a trial without its last line: the attempts that it lacks, or that it lacks nothing else. */
export function aboutOpen(
  { header, attempts }: Pick<Trial, 'header' | 'attempts'>,
  { toAsk }: Pick<CheckedTasks, 'toAsk'>,
  file: string,
): Problem {
  const asked = new Set(toAsk.map(({ id }) => id));
  const all = toAsk.length * header.settings.samples;
  const missing = all - attempts.filter(({ task }) => asked.has(task)).length;
  const lack = missing > 0 ? `${missing} of ${all} attempts are missing` : 'only its last line is missing';
  return problem('TRI-011', { file }, { lack, missing, all });
}

/** TRI-023 for a trial that has its last line but not all its attempts, or no tasks; otherwise null. */
export function findGaps(
  { tasks, success }: Pick<TrialReport, 'tasks' | 'success'>,
  file?: string,
): Problem | null {
  const where = file === undefined ? undefined : { file };
  if (tasks.failed > 0) {
    const reason = `${tasks.failed} ${tasks.failed === 1 ? 'task lacks' : 'tasks lack'} attempts`;
    return problem('TRI-023', where, { reason });
  }
  return success.n > 0 ? null : problem('TRI-023', where, { reason: 'none of its tasks can be asked' });
}

/**
 * Holds the success of a trial against a bar.
 *
 * @returns TRI-020 if it fails, TRI-021 if it is undecided, which is an error if that fails too
 */
export function judgeSuccess(
  success: Share,
  bar: number,
  { file, isStrict }: { readonly file?: string; readonly isStrict: boolean },
): Problem[] {
  const verdict = judgeTrial(success, bar);
  if (verdict.kind === 'passed') return [];
  const { rate, low, high, n } = success;
  const shown = {
    ...{ rate: sayPercent(rate ?? 0), low: sayPercent(low), high: sayPercent(high), bar: sayPercent(bar), n },
  };
  const where = file === undefined ? undefined : { file };
  if (verdict.kind === 'failed') return [problem('TRI-020', where, shown)];
  const { needed } = verdict;
  const much =
    needed === null ? 'no number of tasks settles this rate' : `at this rate ${needed} tasks would settle it`;
  const found = problem('TRI-021', where, { ...shown, needed: much });
  return [isStrict ? { ...found, severity: 'error' } : found];
}

/** A drop that chance gives less often than this fails. */
const SIGNIFICANT = 0.05;

/** What a baseline holds of a trial. */
export function baselineOfTrial(target: string, { header }: Trial, { perTask }: TrialReport): TrialBaseline {
  const { model, askedAt, plan, settings } = header;
  const { samples, seed, prompt } = settings;
  const tasks = new Map(header.tasks.map((task) => [task.id, task]));
  const successes = perTask.flatMap(({ id, successes: count }) => {
    const task = tasks.get(id);
    return task ? [[`${id}@${hashValue(taskKey(task))}`, count] as const] : [];
  });
  return { target, model, askedAt, samples, seed, prompt, plan, successes: Object.fromEntries(successes) };
}

/**
 * Holds a trial against an earlier one, over the tasks that both have.
 *
 * @returns TRI-022 if it is worse by more than chance gives; GATE-032 if the two cannot be compared; GATE-034, a warning, if
 *   they have too few tasks in common to show anything
 */
export function compareWithBaseline(
  trial: Trial,
  report: TrialReport,
  {
    before,
    file,
    target,
  }: { readonly before: TrialBaseline; readonly file: string; readonly target: string },
): Problem[] {
  const now = baselineOfTrial(target, trial, report);
  const other = (['samples', 'seed', 'prompt'] as const).filter((name) => now[name] !== before[name]);
  const earlier = new Map(Object.entries(before.successes));
  const pairs = Object.entries(now.successes).flatMap(([task, count]) => {
    const known = earlier.get(task);
    return known === undefined ? [] : [{ count, known }];
  });
  if (other.length > 0 || pairs.length === 0) {
    const reason = other.length > 0 ? `they differ in ${other.join(' and ')}` : 'they have no task in common';
    return [problem('GATE-032', { file }, { target, reason })];
  }
  if (pairs.length < FEWEST_CHANGED) {
    const gone = earlier.size - pairs.length;
    return [problem('GATE-034', { file }, { target, tasks: pairs.length, gone })];
  }
  const differences = pairs.map(({ count, known }) => count - known);
  const sum = differences.reduce((total, one) => total + one, 0);
  const p = signFlipTest(differences);
  if (sum >= 0 || p >= SIGNIFICANT) return [];
  const shareOf = (counts: readonly number[]) =>
    sayPercent(counts.reduce((total, one) => total + one, 0) / counts.length / now.samples);
  const shown = {
    ...{ before: shareOf(pairs.map(({ known }) => known)), now: shareOf(pairs.map(({ count }) => count)) },
    ...{ tasks: pairs.length, p: Number(p.toPrecision(2)) },
  };
  return [problem('TRI-022', { file }, shown)];
}
