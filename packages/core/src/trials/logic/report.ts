import type { Engine } from '../../catalogue/logic/search.js';
import { byCodeUnit } from '../../values/code-unit-order.js';
import { groupBy } from '../../values/group-by.js';
import { type CheckedTasks, checkTasks } from './check-tasks.js';
import { hasLongText, inputsWithPatterns, longestChecked } from './patterns.js';
import { type Share, shareOf } from './statistics.js';
import {
  SETTINGS_SENT,
  type SentSetting,
  type Trial,
  type TrialAttempt,
  type TrialSettings,
  type TrialTask,
} from './trial-lines.js';
import { type Checks, judgeAttempt, OUTCOMES, type Outcome, rightArguments, wantedTools } from './verdict.js';

/** What a model made of a server's tools. A function of the trial's lines alone, in whatever order they stand. */
export interface TrialReport {
  readonly target: string;
  /** Hash of the plan. */
  readonly trial: string;
  readonly model: string;
  /** Origin of the server that stands in for the model's provider. */
  readonly askedAt: string | null;
  readonly among: TrialSettings['among'];
  /** Of a search. */
  readonly engine?: Engine;
  readonly samples: number;
  readonly seed: number;
  /** What the model did not take, in some answers at least; absent: nothing. */
  readonly leftOut?: readonly SentSetting[];
  /** false: attempts are missing, and every figure is about the others only. */
  readonly isWhole: boolean;
  readonly tasks: {
    /** Tasks with an attempt. */
    readonly asked: number;
    readonly unsound: number;
    /** Tasks that leave open a value that their tool requires. */
    readonly notSelfContained: number;
    /** Tasks with a missing attempt. */
    readonly failed: number;
  };
  readonly success: Share;
  /** Whether the right tool was chosen, whatever its arguments. */
  readonly selection: Share;
  readonly arguments: { readonly right: number; readonly scored: number };
  readonly outcomes: Readonly<Record<Outcome, number>>;
  /** How many of the `no-call` are about tasks that leave a value open: the model may have asked for it. */
  readonly openValue: number;
  readonly tools: readonly ToolResult[];
  /** Which tool was called instead of which; null: none. The most frequent first. */
  readonly confusion: readonly Confusion[];
  /** Tools whose input schema cannot be checked, so that any arguments fit it. */
  readonly unchecked: readonly string[];
  /**
   * Inputs of the other tools whose patterns were not tried on what was sent, because that may never end: any text fits
   * them. `input` null: keys of the arguments.
   */
  readonly untriedPatterns: readonly { readonly tool: string; readonly input: string | null }[];
  readonly perTask: readonly TaskResult[];
  /** Of a search: queries, and how many of them found no tool. */
  readonly queries?: { readonly asked: number; readonly empty: number };
  /** Requests to the model. */
  readonly calls: number;
  /** As counted by the server. */
  readonly tokens: { readonly in: number; readonly out: number };
}

/** A tool, or null: none. */
export interface ToolResult extends Omit<Share, 'rate' | 'n'> {
  readonly tool: string | null;
  readonly tasks: number;
  readonly success: number | null;
  /** Attempts at tasks of other tools that called this one. */
  readonly takes: number;
  /** Attempts at tasks of this tool that called another one. */
  readonly loses: number;
}

export interface Confusion {
  readonly wanted: string | null;
  readonly chosen: string;
  readonly count: number;
}

export interface TaskResult {
  readonly id: string;
  readonly tool: TrialTask['tool'];
  readonly successes: number;
  readonly attempts: number;
  /** In the order of the samples. */
  readonly outcomes: readonly Outcome[];
}

/** An attempt with its verdict. */
interface Judged extends TrialAttempt {
  readonly outcome: Outcome;
  readonly right: number;
}

interface JudgedTask {
  readonly task: TrialTask;
  /** The tool that it counts for: of several that do it, the first on offer; null if none should be called. */
  readonly owner: string | null;
  readonly isOpen: boolean;
  readonly attempts: readonly Judged[];
}

/** Builds the report of a trial, whole or open. */
export function buildReport(
  { header, attempts, isWhole }: Trial,
  { toAsk, unsound, open, checks }: CheckedTasks = checkTasks(header),
): TrialReport {
  const { target, plan, model, askedAt, tools, settings } = header;
  const { samples, seed, among, engine } = settings;
  const offered = new Set(tools.map(({ name }) => name));
  const byTask = groupBy(attempts, ({ task }) => task);
  const all = toAsk.map((task): JudgedTask => {
    const own = [...(byTask.get(task.id) ?? [])].sort((a, b) => a.sample - b.sample);
    const judged = own.map((attempt): Judged => {
      const outcome = judgeAttempt(task, attempt, checks);
      return { ...attempt, outcome, right: rightOf(task, attempt, outcome) };
    });
    const owner = wantedTools(task).find((name) => offered.has(name)) ?? null;
    return { task, owner, isOpen: open.has(task.id), attempts: judged };
  });
  const asked = all.filter((one) => one.attempts.length > 0);
  const flat = asked.flatMap((one) => one.attempts.map((attempt) => ({ ...attempt, of: one })));
  const confusion = countConfusions(asked);
  const leftOut = SETTINGS_SENT.filter((one) => attempts.some((attempt) => attempt.leftOut?.includes(one)));
  return {
    ...{ target, trial: plan, model, askedAt, among, ...(engine && { engine }), samples, seed },
    ...(leftOut.length > 0 && { leftOut }),
    isWhole,
    tasks: {
      asked: asked.length,
      unsound: unsound.size,
      notSelfContained: open.size,
      failed: all.filter((one) => one.attempts.length < samples).length,
    },
    success: shareOf(asked.map((one) => rateOf(one, isSuccess))),
    selection: shareOf(asked.map((one) => rateOf(one, isChosen))),
    arguments: {
      right: sum(flat.map(({ right }) => right)),
      scored: sum(flat.map(({ outcome, of }) => (isChosen({ outcome }) ? of.task.scored.length : 0))),
    },
    outcomes: Object.fromEntries(
      OUTCOMES.map((outcome) => [outcome, flat.filter((one) => one.outcome === outcome).length]),
    ) as Record<Outcome, number>,
    openValue: flat.filter(({ outcome, of }) => outcome === 'no-call' && of.isOpen).length,
    tools: listTools(asked, confusion),
    confusion,
    ...listUnchecked(asked, tools, checks),
    perTask: asked.map(({ task, attempts: own }) => ({
      id: task.id,
      tool: task.tool,
      successes: own.filter(isSuccess).length,
      attempts: own.length,
      outcomes: own.map(({ outcome }) => outcome),
    })),
    ...(engine && { queries: countQueries(attempts) }),
    calls: sum(attempts.map(({ steps = 1 }) => steps)),
    tokens: {
      in: sum(attempts.map(({ usage }) => usage.in ?? 0)),
      out: sum(attempts.map(({ usage }) => usage.out ?? 0)),
    },
  };
}

function countQueries(attempts: readonly TrialAttempt[]) {
  const all = attempts.flatMap(({ queries = [] }) => queries);
  return { asked: all.length, empty: all.filter(({ hits }) => hits.length === 0).length };
}

function rightOf(task: TrialTask, { calls: [call] }: TrialAttempt, outcome: Outcome): number {
  return call && isChosen({ outcome }) ? rightArguments(task, call.input) : 0;
}

const isSuccess = ({ outcome }: { readonly outcome: Outcome }) => outcome === 'success';

/** Whether the right tool was called, or rightly none. */
const isChosen = ({ outcome }: { readonly outcome: Outcome }) =>
  outcome === 'success' || outcome === 'wrong-arguments' || outcome === 'invalid-call';

function rateOf({ attempts }: JudgedTask, is: (attempt: Judged) => boolean): number {
  return attempts.filter(is).length / attempts.length;
}

function countConfusions(asked: readonly JudgedTask[]): Confusion[] {
  const counts = new Map<string, Confusion>();
  for (const one of asked) {
    for (const { outcome, calls } of one.attempts) {
      const [call] = calls;
      if (outcome !== 'wrong-tool' || !call) continue;
      const pair = { wanted: one.owner, chosen: call.name };
      const key = JSON.stringify(pair);
      counts.set(key, { ...pair, count: (counts.get(key)?.count ?? 0) + 1 });
    }
  }
  const named = ({ wanted, chosen }: Confusion) => JSON.stringify([wanted, chosen]);
  return [...counts.values()].sort((a, b) => b.count - a.count || byCodeUnit(named(a), named(b)));
}

/** The worst tool first; tools that no task wants come last. */
function listTools(asked: readonly JudgedTask[], confusion: readonly Confusion[]): ToolResult[] {
  const tasks = groupBy(asked, ({ owner }) => owner);
  const names = new Set([...tasks.keys(), ...confusion.map(({ chosen }) => chosen)]);
  const rows = [...names].map((tool): ToolResult => {
    const own = tasks.get(tool) ?? [];
    const { rate, low, high, n } = shareOf(own.map((one) => rateOf(one, isSuccess)));
    const counted = (is: (one: Confusion) => boolean) => sum(confusion.filter(is).map(({ count }) => count));
    const takes = counted(({ chosen }) => chosen === tool);
    const loses = counted(({ wanted }) => wanted === tool);
    return { tool, tasks: n, success: rate, low, high, takes, loses };
  });
  return rows.sort((a, b) => (a.success ?? 2) - (b.success ?? 2) || byCodeUnit(a.tool ?? '', b.tool ?? ''));
}

function listUnchecked(
  asked: readonly JudgedTask[],
  tools: Trial['header']['tools'],
  checks: Checks,
): Pick<TrialReport, 'unchecked' | 'untriedPatterns'> {
  const wanted = new Set(asked.flatMap(({ task }) => wantedTools(task)));
  const schemas = new Map([...tools].reverse().map(({ name, inputSchema }) => [name, inputSchema]));
  const own = [...schemas].filter(([name]) => wanted.has(name)).sort(([a], [b]) => byCodeUnit(a, b));
  const sent = groupBy(
    asked.flatMap(({ attempts }) =>
      attempts.filter(isChosen).flatMap(({ calls }) => calls.filter(({ invalid }) => !invalid)),
    ),
    ({ name }) => name,
  );
  return {
    unchecked: own.filter(([name]) => checks(name) === null).map(([name]) => name),
    untriedPatterns: own.flatMap(([tool, schema]) => {
      if (checks(tool) === null) return [];
      const longest = longestChecked(schema);
      const isUntried = longest === 0 || sent.get(tool)?.some(({ input }) => hasLongText(input, longest));
      return isUntried ? inputsWithPatterns(schema).map((input) => ({ tool, input })) : [];
    }),
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
