import type { SearchedItem } from '../../catalogue/logic/catalogue.js';
import { MOST_SHOWN } from '../../catalogue/logic/cli-search.js';
import { openSearch, type Search } from '../../catalogue/logic/search.js';
import { askEach, DEFAULT_RETRIES } from '../../evaluators/ask/ask-each.js';
import { createCallGate } from '../../evaluators/ask/call-gate.js';
import { CallMeter } from '../../evaluators/ask/call-meter.js';
import { acceptModel } from '../../evaluators/judge/model-address.js';
import { type Estimate, estimateCalls } from '../../evaluators/logic/estimate.js';
import { readOwnPackage } from '../../files/own-package.js';
import { checkResultFile, MODULE, type RunInput } from '../../files/result-file.js';
import { errorOf, problem } from '../../problems/error-codes.js';
import type { Problem } from '../../problems/problem.js';
import { hashValue } from '../../spec/hash.js';
import type { ToolCaller } from './ask-tools.js';
import { type CheckedTasks, checkTasks, taskProblems } from './logic/check-tasks.js';
import { type OfferedTool, orderTools } from './logic/offer.js';
import { promptOf } from './logic/prompt.js';
import {
  TRIAL_FORMAT,
  type TrialAttempt,
  type TrialHeader,
  type TrialSettings,
  type TrialTask,
} from './logic/trial-lines.js';
import { readTarget, type TargetOptions, type TrialTarget } from './read-target.js';
import { reportTrial, type TrialResult } from './result.js';
import { chooseTrialFile, openTrialFile, type TrialFile } from './trial-file.js';

export interface TrialOptions extends TargetOptions {
  /** `provider/model`. */
  readonly model: string;
  /** An OpenAI-compatible server that replaces the provider. */
  readonly apiBase?: string | null | undefined;
  /** How often each task is asked, with the tools in another order each time; 3 by default. */
  readonly samples?: number | undefined;
  /** Decides these orders and which other tools are offered, and is sent to providers that take one; 1 by default. */
  readonly seed?: number | undefined;
  /** Leave out tasks that leave open a value that their tool requires. */
  readonly selfContained?: boolean | undefined;
  /** 4 by default. */
  readonly concurrency?: number | undefined;
  /** Minimum time between the starts of two calls, in milliseconds; 0 by default. */
  readonly throttleMs?: number | undefined;
  /** Budgets of the whole trial, failed calls of this command included. Calls under way may exceed that of tokens. */
  readonly maxCalls?: number | undefined;
  readonly maxTokens?: number | undefined;
  /** Share of successful tasks that the trial is held against, from 0 to 1. */
  readonly minSuccess?: number | undefined;
  /** By default a file in the current folder, see `chooseTrialFile`. */
  readonly out?: string | undefined;
  readonly now?: () => Date;
  /** Called before the first call, with the trial's file and with warnings about the target that its file does not hold. */
  readonly onStart?: (file: string, warnings: readonly Problem[]) => void;
  readonly onProgress?: (done: number, total: number, what: string) => void;
}

const SAMPLES = 3;
const SEED = 1;
const CONCURRENCY = 4;

/**
 * Asks a model to do tasks with the tools of one target, and keeps each answer in a file. No tool is called. The same
 * command asks only for what its file lacks.
 *
 * @returns the report, with TRI-020 or TRI-021 if there is a bar; also of an open trial, with what kept it from its end
 *   (EVL codes, TRI-007, TRI-008); no report if the target cannot be read as a whole (see `readTarget`), or none of its
 *   tasks can be asked (TRI-001)
 * @throws GradingError EVL-032 to EVL-034 for the model, CLI-006, TRI-009, TRI-012 and TRI-013 for the file, TRI-014 for
 *   several targets
 */
export async function runTrial(options: TrialOptions): Promise<TrialResult> {
  const { model, apiBase = null, out, now = () => new Date(), onStart } = options;
  acceptModel({ model, apiBase });
  const unwritable = out === undefined ? null : await checkResultFile(out, 'TRI-013', inputsOf(options));
  if (unwritable) throw errorOf(unwritable);
  const { target, problems } = await readTarget(options, options.seed ?? SEED);
  if (!target) return failed(problems);
  const { openToolCaller } = await import('./ask-tools.js');
  const caller = await openToolCaller({ model, apiBase });
  try {
    // The model sees exactly what the file holds.
    const shown = caller.redactor.value(target) as TrialTarget;
    const header = buildHeader(shown, { options, adapter: caller.adapter, startedAt: now().toISOString() });
    const checked = checkTasks(header);
    const notes = [...problems, ...taskProblems(header.tasks, checked)];
    if (checked.toAsk.length === 0) return failed([...notes, noTask(checked)]);
    const file = openTrialFile(out ?? chooseTrialFile(header), header);
    onStart?.(file.file, problems);
    const asking = { options, caller, toAsk: checked.toAsk, searched: shown.searched };
    const failures = await askMissing(file, asking);
    const trial = file.close(failures.length === 0);
    return reportTrial(trial, { failures, minSuccess: options.minSuccess });
  } finally {
    await caller.close();
  }
}

/** What a trial would cost, and what is wrong with its tasks. */
export interface TrialPlan extends Estimate {
  readonly target: string;
  readonly tools: number;
  readonly tasks: {
    readonly toAsk: number;
    readonly unsound: number;
    readonly notSelfContained: number;
  };
}

export interface TrialPlanResult {
  readonly status: boolean;
  /** Empty if the target cannot be read as a whole. */
  readonly results: readonly TrialPlan[];
  readonly errors: readonly Problem[];
  readonly warnings: readonly Problem[];
}

/** Answers each task with its own values, and estimates what the model would cost. Asks nobody and writes nothing. */
export async function planTrial(options: Omit<TrialOptions, 'model' | 'out'>): Promise<TrialPlanResult> {
  const { target, problems } = await readTarget(options, options.seed ?? SEED);
  if (!target) return failed(problems);
  const { name, tools, tasks } = target;
  const checked = checkTasks({ tools, tasks, settings: settingsOf(options) });
  const plan: TrialPlan = {
    ...{ target: name, tools: tools.length },
    tasks: {
      toAsk: checked.toAsk.length,
      unsound: checked.unsound.size,
      notSelfContained: checked.open.size,
    },
    ...estimateCalls(
      checked.toAsk.flatMap(({ task }) => textsOf(task, target)),
      () => options.samples ?? SAMPLES,
    ),
  };
  const warnings = [...problems, ...taskProblems(tasks, checked)];
  return { status: true, results: [plan], errors: [], warnings };
}

/** What is sent for one attempt: everything at once, or a search and then ten tools. */
function textsOf(task: string, { tools, searched }: TrialTarget): string[] {
  const all = JSON.stringify(tools.map(({ name: _, ...tool }) => tool));
  const { text } = promptOf(searched !== null);
  if (!searched) return [text + all + task];
  const hits = all.slice(0, Math.ceil((all.length * MOST_SHOWN) / Math.max(tools.length, MOST_SHOWN)));
  return [text + task, text + task + hits];
}

function inputsOf({ targets = [], snapshots = [], stdio, tasks, among }: TrialOptions): RunInput[] {
  return [
    ...(among?.in === undefined ? [] : [{ folder: among.in, only: MODULE }]),
    ...targets.map((folder) => ({ folder, only: MODULE })),
    ...targets,
    ...snapshots,
    ...(stdio?.command ?? []),
    ...(tasks ? [tasks] : []),
  ];
}

function settingsOf({
  samples = SAMPLES,
  seed = SEED,
  among,
  selfContained = false,
}: Partial<TrialOptions>): TrialSettings {
  const what: TrialSettings['among'] = among?.what ?? 'own';
  const isSearched = what === 'search';
  return {
    ...{ samples, seed, among: what },
    ...(isSearched && { engine: among?.engine ?? 'flowmcp-cli' }),
    ...{ selfContained, prompt: promptOf(isSearched).version },
  };
}

function buildHeader(
  { name: target, tools, tasks, searched: items }: TrialTarget,
  {
    options,
    adapter,
    startedAt,
  }: { readonly options: TrialOptions; readonly adapter: string; readonly startedAt: string },
): TrialHeader {
  const { model, apiBase = null } = options;
  const askedAt = apiBase === null ? null : new URL(apiBase).origin;
  const settings = settingsOf(options);
  // Another place of a task does not change what is asked.
  const asked = tasks.map(({ place: _, ...task }) => task);
  const searched = items ? { searched: hashValue(items) } : {};
  const plan = hashValue({ tools, ...searched, tasks: asked, model, askedAt, settings, adapter });
  const { version } = readOwnPackage();
  const header = {
    format: TRIAL_FORMAT,
    plan,
    target,
    tools,
    ...searched,
    tasks,
    model,
    askedAt,
    settings,
    adapter,
  } as const;
  // As it reads from the file.
  return JSON.parse(JSON.stringify({ ...header, package: version, startedAt })) as TrialHeader;
}

function noTask({ unsound, open }: CheckedTasks): Problem {
  const reason = `${unsound.size} are unsound, and ${open.size} leave a value open`;
  return problem('TRI-001', undefined, { reason });
}

interface Item {
  readonly task: TrialTask;
  readonly sample: number;
  readonly tools: readonly OfferedTool[];
  readonly search: Search | null;
}

interface Asking {
  readonly options: TrialOptions;
  readonly caller: ToolCaller;
  readonly toAsk: readonly TrialTask[];
  readonly searched: readonly SearchedItem[] | null;
}

/** If nothing is answered, so many failures end the asking: the others would fail in the same way. */
const MOST_FAILURES = 3;
/** Failures that every further call would repeat. */
const HOPELESS = new Set(['EVL-036', 'TRI-008']);

/** @returns why attempts are missing, each reason once; empty if none is */
async function askMissing(file: TrialFile, { options, caller, toAsk, searched }: Asking): Promise<Problem[]> {
  const { trial } = file;
  const { samples, seed, engine = null } = trial.header.settings;
  const kept = new Set(trial.attempts.map(({ task, sample }) => keyOf(task, sample)));
  const known = new Map(searched?.map((item) => [item.wireName, item]));
  const rounds = Array.from({ length: samples }, async (_, sample) => {
    const tools = orderTools(trial.header.tools, { seed, sample });
    const items = tools.flatMap(({ name }) => known.get(name) ?? []);
    const search = engine && (await openSearch(engine, items));
    return toAsk.map((task): Item => ({ task, sample, tools, search }));
  });
  const items = (await Promise.all(rounds)).flat();
  const missing = items.filter(({ task, sample }) => !kept.has(keyOf(task.id, sample)));
  const meter = new CallMeter(options);
  for (const { steps = 1, usage } of trial.attempts) {
    for (let step = 0; step < steps; step += 1) meter.countCall();
    meter.countTokens({ in: usage.in ?? 0, out: usage.out ?? 0, isEstimated: false });
  }
  const failures = new Map<string, Problem>();
  const count = { answered: 0, failed: 0 };
  const stop = new AbortController();
  const gate = createCallGate({
    concurrency: options.concurrency ?? CONCURRENCY,
    throttleMs: options.throttleMs ?? 0,
    meter,
  });
  try {
    await askEach<Item, TrialAttempt>({
      items: missing,
      gate,
      retries: DEFAULT_RETRIES,
      signal: stop.signal,
      ask: async ({ task, sample, tools, search }, { signal }) => {
        const answer = await caller.ask({ task: task.task, tools, search, seed, meter }, signal);
        return 'problem' in answer ? answer : { task: task.id, sample, ...answer };
      },
      keep: async (_, attempt) => file.add(attempt),
      onOutcome: (_, outcome) => {
        if (!('problem' in outcome)) {
          count.answered += 1;
          return;
        }
        const { problem: found } = outcome;
        failures.set(JSON.stringify(found), found);
        // What is over the budget was not called.
        if (found.code === 'EVL-055') return;
        count.failed += 1;
        const isVain = kept.size + count.answered === 0 && count.failed >= MOST_FAILURES;
        if (HOPELESS.has(found.code) || isVain) stop.abort(stop);
      },
      onProgress: ({ done, total, failed: lost }) =>
        options.onProgress?.(done, total, lost > 0 ? `task, ${lost} failed` : 'task'),
    });
  } catch (error) {
    if (error !== stop) throw error;
  }
  const args = { missing: missing.length - count.answered, all: items.length };
  return [...failures.values()].map((found) =>
    found.code === 'EVL-055'
      ? problem('TRI-007', undefined, { budget: String(found.args?.budget), ...args })
      : found,
  );
}

function keyOf(task: string, sample: number): string {
  return `${sample} ${task}`;
}

function failed(problems: readonly Problem[]) {
  const errors = problems.filter(({ severity }) => severity === 'error');
  const warnings = problems.filter(({ severity }) => severity !== 'error');
  return { status: false, results: [], errors, warnings };
}
