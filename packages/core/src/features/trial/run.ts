import { MOST_SHOWN } from '../../catalogue/logic/cli-search.js';
import { type Budget, CallMeter } from '../../evaluators/ask/call-meter.js';
import { acceptModel } from '../../evaluators/judge/model-address.js';
import { type Estimate, estimateCalls } from '../../evaluators/logic/estimate.js';
import { readOwnPackage } from '../../files/own-package.js';
import { checkResultFile, MODULE, type RunInput } from '../../files/result-file.js';
import { serverTrialsFolder, trialsFolder } from '../../island/logic/paths.js';
import { errorOf, fatal, problem } from '../../problems/error-codes.js';
import { type Problem, splitProblems } from '../../problems/problem.js';
import { hashValue } from '../../spec/hash.js';
import { eachTarget } from '../../target/targets.js';
import { type CheckedTasks, checkTasks, taskProblems } from '../../trials/logic/check-tasks.js';
import type { TrialReport } from '../../trials/logic/report.js';
import {
  planOf,
  TRIAL_FORMAT,
  type TrialHeader,
  type TrialSettings,
} from '../../trials/logic/trial-lines.js';
import { openTrialFile } from '../../trials/trial-file.js';
import { findTrialFiles, keptIn, slugOf, type TrialPlace } from '../../trials/trial-places.js';
import { askMissing, countKept, isHopeless } from './ask-missing.js';
import { promptOf } from './logic/prompt.js';
import { readTarget, type TargetOptions, type TargetSource, type TrialTarget } from './read-target.js';
import { resolveSources, type SourceOptions } from './resolve-sources.js';
import { reportTrial, type TrialResult } from './result.js';

/** What is asked. */
interface AskedOptions extends SourceOptions, Pick<TargetOptions, 'tasks' | 'among'> {
  /** How often each task is asked, with the tools in another order each time; 3 by default. */
  readonly samples?: number | undefined;
  /** Decides these orders and which other tools are offered, and is sent to providers that take one; 1 by default. */
  readonly seed?: number | undefined;
  /** Leave out tasks that leave open a value that their tool requires. */
  readonly selfContained?: boolean | undefined;
}

/** The budget is that of all trials of the command together, with what their files hold. */
export interface TrialOptions extends AskedOptions, Budget {
  /** `provider/model`. */
  readonly model: string;
  /** An OpenAI-compatible server that replaces the provider. */
  readonly apiBase?: string | null | undefined;
  /** 4 by default. */
  readonly concurrency?: number | undefined;
  /** Minimum time between the starts of two calls, in milliseconds; 0 by default. */
  readonly throttleMs?: number | undefined;
  /** Share of successful tasks that the trial is held against, from 0 to 1. */
  readonly minSuccess?: number | undefined;
  /** By default a file in the island; for schemas outside the island, one in the current folder. */
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
 * Asks a model to do tasks with the tools of each target by itself, and keeps each answer in the target's file. No tool
 * is called. The same command asks only for what its files lack.
 *
 * @returns a report for each target, with TRI-020 or TRI-021 if there is a bar; also of an open trial, with what kept it
 *   from its end (EVL codes, TRI-007, TRI-008); no report for a target that cannot be read as a whole (see
 *   `readTarget`), or none of whose tasks can be asked (TRI-001). TRI-018 for targets after one with which every call
 *   fails
 * @throws GradingError EVL-032 to EVL-034 for the model, CLI-006, TRI-009, TRI-012 and TRI-013 for the file, TRI-014 for
 *   an option that takes one target
 */
export async function runTrial(options: TrialOptions): Promise<TrialResult> {
  const { model, apiBase = null, out, now = () => new Date(), onStart, onProgress = () => {} } = options;
  acceptModel({ model, apiBase });
  const unwritable = out === undefined ? null : await checkResultFile(out, 'TRI-013', inputsOf(options));
  if (unwritable) throw errorOf(unwritable);
  const { targets, problems, orProblem } = await readTargets(options);
  if (targets.length === 0) return outcomeOf<TrialReport>([], problems);
  const { openToolCaller } = await import('./ask-tools.js');
  const caller = await openToolCaller({ model, apiBase });
  try {
    const startedAt = now();
    const prepared = await orProblem(targets, ({ target, notes, name }) => {
      // The model sees exactly what the file holds.
      const shown = caller.redactor.value(target) as TrialTarget;
      const header = buildHeader(shown, {
        options,
        adapter: caller.adapter,
        startedAt: startedAt.toISOString(),
      });
      const checked = checkTasks(header);
      if (checked.toAsk.length > 0) return [{ name, notes, shown, header, checked, target }];
      problems.push(...name([...notes, ...taskProblems(header.tasks, checked), noTask(checked)]));
      return [];
    });
    const placed = await orProblem(prepared, (one) => [
      { ...one, files: findTrialFiles(placeOf(one.target, options), one.header) },
    ]);
    // One target begins again where its trial is whole. Of several, those that are whole stay while others are not.
    const isUnfinished =
      placed.length > 1 && placed.some(({ files: { open, whole } }) => open !== null || whole === null);
    const opened = await orProblem(placed, (one) => {
      const { open, whole, fresh } = one.files;
      const kept = open ?? (isUnfinished ? whole : null);
      return [{ ...one, file: openTrialFile(out === undefined ? (kept ?? fresh) : keptIn(out), one.header) }];
    });
    const meter = new CallMeter(options);
    const used = meter.start();
    for (const { file } of opened) countKept(file, meter);
    const { concurrency = CONCURRENCY, throttleMs = 0, minSuccess } = options;
    const settings = { caller, meter, used, concurrency, throttleMs, onProgress };
    const results: TrialReport[] = [];
    const left = [...opened];
    for (let one = left.shift(); one; one = left.shift()) {
      const { file, name, notes, checked, shown } = one;
      onStart?.(file.file, notes);
      const asking = { ...settings, toAsk: checked.toAsk, searched: shown.searched };
      const failures = await askMissing(file, asking);
      const trial = file.close(failures.length === 0);
      const reported = reportTrial(trial, { failures, minSuccess });
      results.push(...reported.results);
      problems.push(...name([...reported.errors, ...reported.warnings]));
      if (left.length === 0 || !failures.some(isHopeless)) continue;
      const names = left.splice(0).map(({ target }) => target.name);
      problems.push(problem('TRI-018', undefined, { count: names.length, targets: names.join(', ') }));
    }
    return outcomeOf(results, problems);
  } finally {
    await caller.close();
  }
}

interface ReadTarget {
  readonly target: TrialTarget;
  /** Warnings that the file of the trial does not hold. */
  readonly notes: readonly Problem[];
  /** Names the target in its problems, if there are several. */
  readonly name: (problems: readonly Problem[]) => readonly Problem[];
}

/** @returns the targets that can be read as a whole, and the problems of the others */
async function readTargets(options: AskedOptions & { readonly out?: string | undefined }) {
  const { tasks, out, among, seed = SEED } = options;
  const { sources, problems: unknown } = await resolveSources(options);
  const option = out !== undefined ? '--out' : tasks ? '--tasks' : null;
  if (option !== null && sources.length > 1) {
    throw fatal('TRI-014', undefined, { found: `${sources.length}, which ${option} does not take` });
  }
  const isOne = sources.length === 1 && unknown.length === 0;
  const problems: Problem[] = [...unknown];
  /** A target that fails does not affect the others; one alone ends the command. */
  const orProblem = async <T, R>(
    all: readonly T[],
    work: (one: T) => readonly R[] | Promise<readonly R[]>,
  ): Promise<R[]> => {
    if (isOne) return [...(await Promise.all(all.map(work)))].flat();
    return (await eachTarget(all, problems, work)).flat();
  };
  const targets = await orProblem(sources, async (source) => {
    const { target, problems: found } = await readTarget(source, { tasks, among, seed });
    const name = nameIn(isOne ? null : nameOfSource(source));
    const { errors, warnings } = splitProblems(found);
    if (!target) problems.push(...name([...errors, ...warnings]));
    return target ? [{ target, notes: name(found), name }] : [];
  });
  return { targets, problems, orProblem };
}

function nameIn(target: string | null): ReadTarget['name'] {
  if (target === null) return (problems) => problems;
  return (problems) => problems.map((found) => ({ ...found, where: { file: target, ...found.where } }));
}

function nameOfSource(source: TargetSource): string {
  if (source.kind === 'island') return source.target.name;
  const { targets = [], snapshots = [], stdio } = source.sources;
  return [...targets, ...snapshots, ...(stdio ? [stdio.command.join(' ')] : [])].join();
}

function outcomeOf<T>(results: readonly T[], problems: readonly Problem[]) {
  const { errors, warnings } = splitProblems(problems);
  return { status: errors.length === 0, results, errors, warnings };
}

/** Trials of schemas outside the island lie in the current folder, all others in the island. */
function placeOf({ name, shown, server }: TrialTarget, { openIsland, out }: TrialOptions): TrialPlace {
  if (out !== undefined || (shown === null && server === null)) return { kind: 'here', slug: slugOf(name) };
  const folder = server === null ? trialsFolder({ folder: name }) : serverTrialsFolder(slugOf(server));
  return { kind: 'island', island: openIsland(), folder };
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
export async function planTrial(options: AskedOptions): Promise<TrialPlanResult> {
  const { targets, problems } = await readTargets(options);
  const results = targets.map(({ target, notes, name: naming }): TrialPlan => {
    const { name, tools, tasks } = target;
    const checked = checkTasks({ tools, tasks, settings: settingsOf(options) });
    problems.push(...notes, ...naming(taskProblems(tasks, checked)));
    const { toAsk, unsound, open } = checked;
    return {
      ...{ target: name, tools: tools.length },
      tasks: { toAsk: toAsk.length, unsound: unsound.size, notSelfContained: open.size },
      ...estimateCalls(
        toAsk.flatMap(({ task }) => textsOf(task, target)),
        () => options.samples ?? SAMPLES,
      ),
    };
  });
  return outcomeOf(results, problems);
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
  { name: target, tools, tasks, searched: items, shown }: TrialTarget,
  {
    options,
    adapter,
    startedAt,
  }: { readonly options: TrialOptions; readonly adapter: string; readonly startedAt: string },
): TrialHeader {
  const { model, apiBase = null } = options;
  const askedAt = apiBase === null ? null : new URL(apiBase).origin;
  const settings = settingsOf(options);
  const searched = items ? { searched: hashValue(items) } : {};
  const { version } = readOwnPackage();
  const asked = {
    target,
    ...(shown !== null && { shown }),
    tools,
    ...searched,
    tasks,
    model,
    askedAt,
    settings,
    adapter,
    package: version,
    startedAt,
  };
  // As it reads from the file.
  const read = JSON.parse(JSON.stringify(asked)) as Omit<TrialHeader, 'format' | 'plan'>;
  return { format: TRIAL_FORMAT, plan: planOf(read), ...read };
}

function noTask({ unsound, open }: CheckedTasks): Problem {
  const reason = `${unsound.size} are unsound, and ${open.size} leave a value open`;
  return problem('TRI-001', undefined, { reason });
}
