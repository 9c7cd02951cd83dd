import { byCodeUnit } from '../../values/code-unit-order.js';
import { groupBy } from '../../values/group-by.js';
import type { ToolResult, TrialReport } from './report.js';
import type { Share } from './statistics.js';
import type { Trial, TrialTask } from './trial-lines.js';
import type { Outcome } from './verdict.js';

/** A whole trial beside the grade of its target. */
export interface ShownTrial
  extends Pick<TrialReport, 'model' | 'askedAt' | 'among' | 'engine' | 'success' | 'selection' | 'trial'> {
  readonly startedAt: string;
  /** Whether its target's tools are still shown as they were. */
  readonly current: boolean;
  /** Relative to the island. */
  readonly file: string;
}

/** A task that not every answer did, with the tools that were called instead of the right one. */
export interface FailedTask {
  readonly id: string;
  readonly task: string;
  readonly tool: TrialTask['tool'];
  readonly successes: number;
  readonly attempts: number;
  readonly outcomes: readonly Outcome[];
  /** The most frequent first. */
  readonly takers: readonly { readonly tool: string; readonly count: number }[];
}

/** What a trial shows of one tool. */
export interface ToolTrial extends Omit<ToolResult, 'tool'> {
  readonly model: string;
  readonly askedAt: string | null;
  readonly among: TrialReport['among'];
  readonly current: boolean;
}

/** A trial in words: who was asked, how much succeeded, and whether that is about the tools of today. */
export function sayTrial({ model, askedAt, among, engine, success, current }: ShownTrial): string {
  const at = askedAt === null ? '' : ` (asked at ${askedAt})`;
  const others =
    among === 'own'
      ? ''
      : among === 'search'
        ? `, behind the search ${engine}`
        : `, among ${among} ${among === 1 ? 'tool' : 'tools'} of others`;
  return `${model}${at}${others}: ${sayShare(success)}, ${current ? 'current' : 'of an older version'}`;
}

export function sayShare({ rate, low, high, n }: Share): string {
  if (rate === null) return 'no task';
  const tasks = `${n} ${n === 1 ? 'task' : 'tasks'}`;
  return `${sayPercent(rate)} of ${tasks} (interval ${sayPercent(low)} to ${sayPercent(high)})`;
}

export function sayPercent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

/** A failed task in words. */
export function sayFailedTask({ id, successes, attempts, outcomes, takers }: FailedTask): string {
  const other = [...new Set(outcomes)].filter((one) => one !== 'success' && one !== 'wrong-tool');
  const why = [
    ...takers.map(({ tool, count }) => `${count} × ${tool}`),
    ...other.map((one) => `${outcomes.filter((each) => each === one).length} × ${one}`),
  ];
  return `${id}: ${successes} of ${attempts}, ${why.join(', ')}`;
}

/** The tasks that failed, fewest successes first. */
export function listFailedTasks({ header, attempts }: Trial, { perTask }: TrialReport): FailedTask[] {
  const texts = new Map(header.tasks.map(({ id, task }) => [id, task]));
  const byTask = groupBy(attempts, ({ task }) => task);
  return perTask
    .filter((one) => one.successes < one.attempts)
    .sort((a, b) => a.successes / a.attempts - b.successes / b.attempts || byCodeUnit(a.id, b.id))
    .map(({ id, outcomes, ...task }) => {
      const own = [...(byTask.get(id) ?? [])].sort((a, b) => a.sample - b.sample);
      const called = own.flatMap(({ calls: [call] }, at) =>
        call && outcomes[at] === 'wrong-tool' ? [call.name] : [],
      );
      const takers = [...groupBy(called, (name) => name)]
        .map(([tool, all]) => ({ tool, count: all.length }))
        .sort((a, b) => b.count - a.count || byCodeUnit(a.tool, b.tool));
      return { id, task: texts.get(id) ?? '', ...task, outcomes, takers };
    });
}
