import { existsSync } from 'node:fs';
import { type AskProgress, DEFAULT_RETRIES } from '../../../evaluators/ask/ask-each.js';
import {
  askEvaluator,
  type DatedOutcome,
  type StoredSamples,
} from '../../../evaluators/ask/ask-evaluator.js';
import { type Budget, CallMeter, sumUnpaid, type Usage } from '../../../evaluators/ask/call-meter.js';
import { openEvaluationCache } from '../../../evaluators/evaluation-cache.js';
import { evaluatorKey } from '../../../evaluators/journal.js';
import type { EvaluatorSpec } from '../../../evaluators/logic/evaluator.js';
import type { ClampedNumber } from '../../../evaluators/logic/judge/read-judgement.js';
import type { QueueOptions } from '../../../evaluators/options.js';
import type { DatasetRecord } from '../../../files/logic/dataset.js';
import { readDataset } from '../../../files/read-dataset.js';
import {
  checkResultFile,
  filesOfEvaluator,
  type RunInput,
  writeResultLines,
} from '../../../files/result-file.js';
import { describeProblem, problem } from '../../../problems/error-codes.js';
import { distinctProblems, type Problem, splitProblems } from '../../../problems/problem.js';
import { canonicalJson, sha256 } from '../../../spec/hash.js';

import { withTriedEvaluator } from '../evaluator-check.js';
import { type BaselineEntry, findMismatch, type GateResult, judgeRun } from '../logic/run-gate.js';
import {
  answersOf,
  type EvaluatorRunEntry,
  type EvaluatorRunSummary,
  type RunAnswer,
  summarise,
  toEntry,
} from '../logic/run-results.js';
import { readBaseline } from './read-baseline.js';
import { type Asked, cacheRepeats, openQueuedRun, planRunCalls, type RunCall } from './run-calls.js';
import { openRunJournal, type RunJournal } from './run-journal.js';

export interface EvaluatorRunOptions extends Budget {
  readonly evaluator: EvaluatorSpec;
  /** The text to score. */
  readonly candidate: string;
  /** Null: score the candidate without an example. */
  readonly sets: ExampleFiles | null;
  /** Use the first records of each set and read nothing behind them. */
  readonly limit?: number | undefined;
  /** How often to ask about each example; 1 by default. */
  readonly repeats?: number | undefined;
  /** The mean that each set must reach. */
  readonly minMean?: number | undefined;
  /** The results of an earlier run over the same sets; this run must not be worse by more than noise. */
  readonly baseline?: string | undefined;
  /** Workers make the calls, see `workOnQueue`. */
  readonly queue?: QueueOptions | null | undefined;
  /** Default 4, with a queue 100. */
  readonly concurrency?: number | undefined;
  /** Default 1. */
  readonly retries?: number | undefined;
  /** Minimum time between the starts of two calls, in milliseconds; 0 by default. */
  readonly throttleMs?: number | undefined;
  /** Folder of stored answers. */
  readonly cache?: string | undefined;
  /**
   * File for the results, as JSON Lines. Until it is written, answers are stored in a file beside it as they arrive.
   */
  readonly out?: string | undefined;
  /** Continue an interrupted run for `out`: make only the calls that have no answer. */
  readonly resume?: boolean | undefined;
  /** Files that the caller has read for this run; `out` must not be one of them. */
  readonly inputs?: readonly string[] | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: AskProgress) => void) | undefined;
}

/** Files in JSON Lines; `.json` a JSON array, `.csv` CSV. */
export interface ExampleFiles {
  readonly train: string;
  readonly validation: string | null;
}

export interface EvaluatorRunResult extends Pick<GateResult, 'comparison'> {
  /** Whether every call was answered and no gate failed. */
  readonly status: boolean;
  /** In the order of the sets and their records; empty if the run did not start. */
  readonly results: readonly EvaluatorRunEntry[];
  readonly summary: EvaluatorRunSummary;
  /** What the calls took, without the trial call. */
  readonly usage: Usage;
  /** Errors in the sets or the evaluator; each reason shared by several failed calls is listed once. */
  readonly errors: readonly Problem[];
  /**
   * About answers that the cache could not return or store, about a judge's scores outside its scale (EVL-039), or about
   * a set that is too small for a comparison (DST-019).
   */
  readonly warnings: readonly Problem[];
}

/**
 * Scores one candidate with an evaluator: once, or once for each example, and again for each repeat. Nothing starts if
 * a set is invalid or the evaluator fails its preflight.
 *
 * @returns DST codes for sets, baseline and `out` (DST-012 and DST-013: about an earlier run with the same `out`),
 *   CLI-006 for an `out` that is also read, EVL codes for the evaluator; a failed call has no score, whatever else
 *   succeeds. DST-020 and DST-021: the gate failed; DST-022: failed calls leave that open
 * @throws GradingError EVL-051 (`cache`), QUE codes (`queue`)
 */
export async function runEvaluator(options: EvaluatorRunOptions): Promise<EvaluatorRunResult> {
  const { evaluator: spec, candidate, out, minMean, repeats = 1 } = options;
  const unwritable = out === undefined ? null : await checkResultFile(out, 'DST-011', inputsOf(options));
  if (unwritable) return failAtOnce([unwritable]);
  const { asked, problems } = await readSets(options);
  if (problems.length > 0) return failAtOnce(problems);
  const baseline = openBaseline(options, asked);
  if (baseline && 'code' in baseline) return failAtOnce([baseline]);
  const calls = planRunCalls(asked, { candidate, taskModel: spec.taskModel, repeats });
  const runId = sha256(canonicalJson({ candidate, taskModel: spec.taskModel, asked }));
  const journal = out === undefined ? null : openJournal(out, runId, options);
  if (journal && 'code' in journal) return failAtOnce([journal]);
  const warnings: Problem[] = [];
  const done = await askAll({ calls, runId, journal, options, onWarning: (found) => warnings.push(found) });
  if ('code' in done) return failAtOnce([done], warnings);
  const { outcomes, usage } = done;
  const results = asked.map((one, at) =>
    toEntry(
      one,
      Array.from({ length: repeats }, (_, repeat) => toAnswer(outcomes[repeat * asked.length + at])),
    ),
  );
  const answers = answersOf(results);
  if (spec.kind === 'judge') warnings.push(...findClamped(answers, spec.model));
  // Return the answers even if they could not be written.
  const unwritten = out === undefined ? null : await writeResultLines(out, results.map(withWords));
  const summary = summarise(results);
  // A run that ends with its budget is one that was stopped: the same command must not ask everything again.
  const isUnpaid = answers.some(({ error }) => error?.code === 'EVL-055');
  if (!unwritten && !isUnpaid) journal?.finish(summary.failed === 0);
  const gate = judgeRun(results, summary.failed, { minMean, baseline: baseline ?? undefined });
  const judged = splitProblems(gate.problems);
  warnings.push(...judged.warnings);
  const errors = distinctProblems([
    ...sumUnpaid(
      answers.flatMap(({ error }) => error ?? []),
      'the run',
    ),
    ...(unwritten ? [unwritten] : []),
    ...judged.errors,
  ]);
  return {
    ...{ status: errors.length === 0, results, summary, usage },
    ...(gate.comparison && { comparison: gate.comparison }),
    ...{ errors, warnings },
  };
}

/**
 * Makes the calls that have no answer yet.
 *
 * @returns one outcome per call, or what prevented the run
 */
async function askAll({
  calls,
  runId,
  journal,
  options,
  onWarning,
}: {
  readonly calls: readonly RunCall[];
  readonly runId: string;
  readonly journal: RunJournal | null;
  readonly options: EvaluatorRunOptions;
  readonly onWarning: (found: Problem) => void;
}): Promise<{ readonly outcomes: readonly DatedOutcome[]; readonly usage: Usage } | Problem> {
  const { evaluator: spec, cache: folder, queue, signal, retries = DEFAULT_RETRIES } = options;
  const byPayload = new Map(calls.map((call) => [call.payload, call]));
  const stored = folder === undefined ? null : await openEvaluationCache({ folder, onWarning });
  const cache = stored && cacheRepeats(stored, byPayload);
  const meter = new CallMeter(options);
  const queued = queue ? await openQueuedRun(spec, { ...queue, retries }, { runId, calls: byPayload }) : null;
  const trial = {
    ...{ spec, signal, meter, example: calls[0]?.payload.example ?? null },
    ...(queued && { open: async () => queued.evaluator }),
  };
  const tried = await withTriedEvaluator(trial, async (evaluator) => {
    const usage = meter.start();
    const refused = journal?.begin(evaluatorKey(evaluator, spec.range));
    if (refused) return refused;
    const outcomes: DatedOutcome[] = calls.map((_, at) => journal?.kept.get(at) as DatedOutcome);
    const open = calls.flatMap((_, at) => (outcomes[at] ? [] : [at]));
    await askEvaluator({
      ...{ evaluator, signal, meter, retries, ...callOptions(options) },
      ...(queued && { concurrency: options.concurrency ?? queued.concurrency }),
      ...(cache && { cache }),
      ...(journal && { samples: samplesIn(journal, open) }),
      payloads: open.map((at) => (calls[at] as RunCall).payload),
      onOutcome: async (outcome, index) => {
        const at = open[index] as number;
        outcomes[at] = outcome;
        if (!('evaluation' in outcome)) return;
        journal?.add(at, outcome);
        await queued?.settle(calls[at] as RunCall);
      },
    });
    return { outcomes, usage: usage() };
  });
  return 'obstacle' in tried ? tried.obstacle : tried.done;
}

/** Opens the journal of a run before any call. */
function openJournal(
  out: string,
  asked: string,
  { resume = false }: EvaluatorRunOptions,
): RunJournal | Problem {
  return openRunJournal(out, { asked, resume, hasResults: existsSync(out) });
}

/** null: the run is compared with nothing. */
function openBaseline(
  { baseline: file }: EvaluatorRunOptions,
  asked: readonly Asked[],
): readonly BaselineEntry[] | Problem | null {
  if (file === undefined) return null;
  const read = readBaseline(file);
  const mismatch = 'code' in read ? null : findMismatch(asked, read);
  return mismatch ? { ...mismatch, where: { file } } : read;
}

/** The samples of a journal, by the index among `open`, the calls that have no answer yet. */
function samplesIn(journal: RunJournal, open: readonly number[]): StoredSamples {
  const indexOf = (at: number) => open[at] as number;
  return {
    sampleOf: (at, sample) => journal.sampleOf(indexOf(at), sample),
    addSample: (at, sample, answer) => journal.addSample(indexOf(at), sample, answer),
  };
}

function inputsOf({ inputs = [], sets, baseline, cache, evaluator }: EvaluatorRunOptions): RunInput[] {
  return [
    ...inputs,
    ...(baseline === undefined ? [] : [baseline]),
    ...(sets ? [sets.train, ...(sets.validation === null ? [] : [sets.validation])] : []),
    ...(cache === undefined ? [] : [{ folder: cache }]),
    ...filesOfEvaluator(evaluator),
  ];
}

async function readSets({
  sets,
  limit,
}: EvaluatorRunOptions): Promise<{ asked: Asked[]; problems: Problem[] }> {
  if (sets === null) return { asked: [{ set: 'single', index: 0, example: null }], problems: [] };
  const train = await readDataset(sets.train, limit);
  const validation =
    sets.validation === null ? { records: [], problems: [] } : await readDataset(sets.validation, limit);
  const examplesOf = (set: Asked['set'], records: readonly DatasetRecord[]) =>
    records.map((example, index): Asked => ({ set, index, example }));
  return {
    asked: [...examplesOf('train', train.records), ...examplesOf('validation', validation.records)],
    problems: [...train.problems, ...validation.problems],
  };
}

function callOptions({ concurrency, throttleMs, onProgress }: EvaluatorRunOptions) {
  return {
    ...(concurrency !== undefined && { concurrency }),
    ...(throttleMs !== undefined && { throttleMs }),
    ...(onProgress && { onProgress }),
  };
}

function toAnswer(outcome: DatedOutcome | undefined): RunAnswer {
  if (!outcome) throw new Error('a call has no outcome');
  return 'evaluation' in outcome ? outcome.evaluation : { score: null, sideInfo: {}, error: outcome.problem };
}

/** One warning for all of a judge's numbers that were clamped (seed 004). */
function findClamped(answers: readonly RunAnswer[], evaluator: string): Problem[] {
  const clamped = answers.flatMap(({ sideInfo }) => {
    const [first] = (sideInfo.clamped as readonly ClampedNumber[] | undefined) ?? [];
    return first ?? [];
  });
  const [first] = clamped;
  if (!first) return [];
  const calls = clamped.length === 1 ? 'one call' : `${clamped.length} calls`;
  return [problem('EVL-039', undefined, { evaluator, calls, found: first.answered, taken: first.taken })];
}

/** The entry with its errors as text, readable without the table of codes. */
function withWords(entry: EvaluatorRunEntry): unknown {
  const { repeats } = entry;
  return { ...wordsOf(entry), ...(repeats && { repeats: repeats.map(wordsOf) }) };
}

function wordsOf<T extends RunAnswer>({ error, ...answer }: T) {
  return error ? { ...answer, error: { code: error.code, ...describeProblem(error) } } : answer;
}

function failAtOnce(errors: readonly Problem[], warnings: readonly Problem[] = []): EvaluatorRunResult {
  return { status: false, results: [], summary: summarise([]), usage: { calls: 0 }, errors, warnings };
}
