import { canonicalJson } from '../../../spec/hash.js';
import { buildReport, type Confusion, type TrialReport } from '../../../trials/logic/report.js';
import { type PairedDifference, pairedDifference } from '../../../trials/logic/statistics.js';
import { type Trial, type TrialHeader, type TrialTask, taskKey } from '../../../trials/logic/trial-lines.js';
import { byCodeUnit } from '../../../values/code-unit-order.js';
import { signFlipTest } from '../../../values/sign-flip-test.js';

/** The second trial held against the first, over the tasks of both. */
export interface TrialComparison {
  /** What differs; null: nothing, so that the difference shows how far two equal trials lie apart. */
  readonly changed: 'tools' | 'model' | null;
  readonly first: ComparedTrial;
  readonly second: ComparedTrial;
  readonly samples: number;
  readonly tasks: {
    readonly compared: number;
    /** Tasks that were asked in one trial only, by id. */
    readonly onlyFirst: readonly string[];
    readonly onlySecond: readonly string[];
  };
  /** In success share, second minus first. */
  readonly difference: PairedDifference;
  /** Exact two-sided p of the sign-flip test over tasks. */
  readonly p: number;
  /** Tasks with more successes in the second trial, by id. */
  readonly gained: readonly string[];
  readonly lost: readonly string[];
  /** Confusions of the compared tasks that only one trial has. */
  readonly confusion: { readonly came: readonly Confusion[]; readonly went: readonly Confusion[] };
}

interface ComparedTrial extends Pick<TrialHeader, 'target' | 'model' | 'askedAt' | 'adapter' | 'startedAt'> {
  readonly trial: string;
  /** Success over the compared tasks. */
  readonly rate: number | null;
}

/** Why two trials are not comparable. */
export interface NotComparable {
  readonly reason: string;
}

/**
 * Compares two whole trials, which may differ in their tools or in their model, but not in both and in nothing else.
 */
export function compareTrials(first: Trial, second: Trial): TrialComparison | NotComparable {
  const changed = findChanges(first.header, second.header);
  const other = changed.filter((what) => what !== 'tools' && what !== 'model');
  if (other.length > 0) return { reason: `they differ in ${other.join(' and ')}` };
  if (changed.length > 1)
    return { reason: 'they differ in both tools and model, so nothing shows which of them counts' };
  const before = askedTasks(first);
  const after = askedTasks(second);
  const common = [...before.keys()].filter((key) => after.has(key));
  if (common.length === 0) return { reason: 'no task was asked in both' };
  const [one, two] = [onlyTasks(first, before, common), onlyTasks(second, after, common)];
  const { samples } = first.header.settings;
  const results = new Map(two.perTask.map((task) => [task.id, task]));
  const changes = one.perTask.map((task) => ({
    id: task.id,
    difference: (results.get(task.id)?.successes ?? 0) - task.successes,
  }));
  const idsOf = (is: (difference: number) => boolean) =>
    changes.flatMap(({ id, difference }) => (is(difference) ? [id] : []));
  return {
    changed: changed[0] === 'tools' || changed[0] === 'model' ? changed[0] : null,
    first: describe(first, one),
    second: describe(second, two),
    samples,
    tasks: {
      compared: common.length,
      onlyFirst: leftOut(before, after),
      onlySecond: leftOut(after, before),
    },
    difference: pairedDifference(changes.map(({ difference }) => difference / samples)),
    p: signFlipTest(changes.map(({ difference }) => difference)),
    gained: idsOf((difference) => difference > 0),
    lost: idsOf((difference) => difference < 0),
    confusion: { came: newIn(two, one), went: newIn(one, two) },
  };
}

function findChanges(first: TrialHeader, second: TrialHeader): string[] {
  const parts = (header: TrialHeader) => ({
    tools: [header.tools, header.searched ?? null],
    // The version of the adapter is shown, since any update of this package may change it.
    model: [header.model, header.askedAt, header.adapter.split(' ')[0]],
    samples: header.settings.samples,
    seed: header.settings.seed,
    'the text beside the task': header.settings.prompt,
    'the tools on offer': [header.settings.among, header.settings.engine ?? null],
  });
  const [one, two] = [parts(first), parts(second)];
  return (Object.keys(one) as (keyof typeof one)[]).filter(
    (part) => canonicalJson(one[part]) !== canonicalJson(two[part]),
  );
}

/** A trial's asked tasks; two tasks are the same if they have one key. */
function askedTasks({ header, attempts }: Trial): Map<string, TrialTask> {
  const asked = new Set(attempts.map(({ task }) => task));
  return new Map(
    header.tasks.filter(({ id }) => asked.has(id)).map((task) => [taskKey(task), task] as const),
  );
}

/** The report over some of a trial's tasks. */
function onlyTasks(
  trial: Trial,
  tasks: ReadonlyMap<string, TrialTask>,
  keys: readonly string[],
): TrialReport {
  const kept = new Set(keys.map((key) => tasks.get(key)?.id));
  return buildReport({
    ...trial,
    header: { ...trial.header, tasks: trial.header.tasks.filter(({ id }) => kept.has(id)) },
    attempts: trial.attempts.filter(({ task }) => kept.has(task)),
  });
}

function leftOut(own: ReadonlyMap<string, TrialTask>, other: ReadonlyMap<string, TrialTask>): string[] {
  return [...own].flatMap(([key, { id }]) => (other.has(key) ? [] : [id])).sort(byCodeUnit);
}

function describe({ header }: Trial, { success }: TrialReport): ComparedTrial {
  const { target, plan: trial, model, askedAt, adapter, startedAt } = header;
  return { target, trial, model, askedAt, adapter, startedAt, rate: success.rate };
}

function newIn({ confusion }: TrialReport, other: TrialReport): Confusion[] {
  const key = ({ wanted, chosen }: Confusion) => JSON.stringify([wanted, chosen]);
  const known = new Set(other.confusion.map(key));
  return confusion.filter((one) => !known.has(key(one)));
}
