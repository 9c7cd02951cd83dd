import { existsSync } from 'node:fs';
import type { AskProgress } from '../../../evaluators/ask/ask-each.js';
import {
  askEvaluator,
  type DatedOutcome,
  type StoredSamples,
} from '../../../evaluators/ask/ask-evaluator.js';
import { type Budget, CallMeter, sumUnpaid, type Usage } from '../../../evaluators/ask/call-meter.js';
import { type EvaluationCache, openEvaluationCache } from '../../../evaluators/evaluation-cache.js';
import { evaluatorKey } from '../../../evaluators/journal.js';
import {
  buildPayload,
  type EvaluatorPayload,
  type EvaluatorSpec,
} from '../../../evaluators/logic/evaluator.js';
import type { ClampedNumber } from '../../../evaluators/logic/judge/read-judgement.js';
import type { DatasetRecord } from '../../../files/logic/dataset.js';
import { readDataset } from '../../../files/read-dataset.js';
import {
  checkResultFile,
  filesOfEvaluator,
  type RunInput,
  writeResultLines,
} from '../../../files/result-file.js';
import { describeProblem, problem } from '../../../problems/error-codes.js';
import type { Problem } from '../../../problems/problem.js';
import { canonicalJson, sha256 } from '../../../spec/hash.js';
import { distinctProblems } from '../asking.js';
import { withTriedEvaluator } from '../evaluator-check.js';
import { openRunJournal, type RunJournal } from './run-journal.js';

/** One call and its result. */
export interface EvaluatorRunEntry {
  /** `single`: without an example. */
  readonly set: 'single' | 'train' | 'validation';
  /** Index in its set, from 0. */
  readonly index: number;
  /** null: there is no answer, see `error`. */
  readonly score: number | null;
  readonly sideInfo: Readonly<Record<string, unknown>>;
  readonly error?: Problem;
}

/** The mean of a set is null if none of its examples has a score, and absent if the run does not use the set. */
export interface EvaluatorRunSummary {
  readonly train?: number | null;
  readonly validation?: number | null;
  readonly min: number | null;
  readonly max: number | null;
  readonly failed: number;
}

export function summarise(results: readonly EvaluatorRunEntry[]): EvaluatorRunSummary {
  const scores = scoresOf(results);
  const meanOf = (set: EvaluatorRunEntry['set']) => {
    const own = results.filter((result) => result.set === set);
    return own.length > 0 ? { [set]: mean(scoresOf(own)) } : {};
  };
  return {
    ...meanOf('train'),
    ...meanOf('validation'),
    min: scores.length > 0 ? scores.reduce((least, score) => Math.min(least, score)) : null,
    max: scores.length > 0 ? scores.reduce((most, score) => Math.max(most, score)) : null,
    failed: results.length - scores.length,
  };
}

function scoresOf(results: readonly EvaluatorRunEntry[]): number[] {
  return results.flatMap(({ score }) => score ?? []);
}

/** Digits beyond this precision result from adding binary fractions, not from any score. */
const MEAN_DIGITS = 12;

function mean(scores: readonly number[]): number | null {
  if (scores.length === 0) return null;
  const sum = scores.reduce((total, score) => total + score, 0);
  // Scores have no limits: their sum may overflow, but their mean never does.
  const exact = Number.isFinite(sum)
    ? sum / scores.length
    : scores.reduce((total, score) => total + score / scores.length, 0);
  return Number(exact.toPrecision(MEAN_DIGITS));
}

export interface EvaluatorRunOptions extends Budget {
  readonly evaluator: EvaluatorSpec;
  /** The text to score. */
  readonly candidate: string;
  /** JSON Lines files; null: score the candidate once, without an example. */
  readonly sets: ExampleFiles | null;
  /** Default 4. */
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
  /** Continue an interrupted run for `out`: ask only about examples without an answer. */
  readonly resume?: boolean | undefined;
  /** Files that the caller has read for this run; `out` must not be one of them. */
  readonly inputs?: readonly string[] | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: AskProgress) => void) | undefined;
}

export interface ExampleFiles {
  readonly train: string;
  readonly validation: string | null;
}

export interface EvaluatorRunResult {
  /** Whether every call was answered. */
  readonly status: boolean;
  /** In the order of the sets and their lines; empty if the run did not start. */
  readonly results: readonly EvaluatorRunEntry[];
  readonly summary: EvaluatorRunSummary;
  /** What the calls took, without the trial call. */
  readonly usage: Usage;
  /** Errors in the sets or the evaluator; each reason shared by several failed calls is listed once. */
  readonly errors: readonly Problem[];
  /** About answers that the cache could not return or store, or about a judge's scores outside its scale (EVL-039). */
  readonly warnings: readonly Problem[];
}

interface Asked extends Pick<EvaluatorRunEntry, 'set' | 'index'> {
  readonly example: DatasetRecord | null;
}

/**
 * Scores one candidate with an evaluator: once, or once for each example. Nothing starts if a set is invalid or the
 * evaluator fails its preflight.
 *
 * @returns DST codes for sets and `out` (DST-012 and DST-013: about an earlier run with the same `out`), CLI-006 for an
 *   `out` that is also read, EVL codes for the evaluator; a failed call has no score, whatever else succeeds
 * @throws GradingError EVL-051 (`cache`)
 */
export async function runEvaluator(options: EvaluatorRunOptions): Promise<EvaluatorRunResult> {
  const { evaluator: spec, candidate, sets, cache: folder, out, signal } = options;
  const warnings: Problem[] = [];
  const unwritable = out === undefined ? null : await checkResultFile(out, 'DST-011', inputsOf(options));
  if (unwritable) return failAtOnce([unwritable], warnings);
  const { asked, problems } = await readSets(sets);
  if (problems.length > 0) return failAtOnce(problems, warnings);
  const all = asked.map(({ example }) => buildPayload({ candidate, taskModel: spec.taskModel, example }));
  const journal = out === undefined ? null : openJournal(out, all, asked, options);
  if (journal && 'code' in journal) return failAtOnce([journal], warnings);
  const onWarning = (found: Problem) => warnings.push(found);
  const meter = new CallMeter(options);
  const cache = folder === undefined ? null : await openEvaluationCache({ folder, onWarning });
  const tried = await withTriedEvaluator(
    { spec, example: asked[0]?.example ?? null, signal, meter },
    async (evaluator) => {
      const usage = meter.start();
      const refused = journal?.begin(evaluatorKey(evaluator, spec.range));
      if (refused) return refused;
      const outcomes: DatedOutcome[] = all.map((_, at) => journal?.kept.get(at) as DatedOutcome);
      const open = all.flatMap((_, at) => (outcomes[at] ? [] : [at]));
      await askEvaluator({
        ...{ evaluator, signal, meter, ...callOptions(options, cache) },
        ...(journal && { samples: samplesIn(journal, open) }),
        payloads: open.map((at) => all[at] as EvaluatorPayload),
        onOutcome: (outcome, index) => {
          const at = open[index] as number;
          outcomes[at] = outcome;
          if ('evaluation' in outcome) journal?.add(at, outcome);
        },
      });
      return { outcomes, usage: usage() };
    },
  );
  if ('obstacle' in tried) return failAtOnce([tried.obstacle], warnings);
  const { done } = tried;
  if ('code' in done) return failAtOnce([done], warnings);
  const { outcomes, usage } = done;
  const results = asked.map((one, at) => toEntry(one, outcomes[at]));
  if (spec.kind === 'judge') warnings.push(...findClamped(results, spec.model));
  // Return the answers even if they could not be written.
  const unwritten = out === undefined ? null : await writeResultLines(out, results.map(withWords));
  if (!unwritten) journal?.finish(results.every(({ error }) => error === undefined));
  const errors = distinctProblems([
    ...sumUnpaid(
      results.flatMap(({ error }) => error ?? []),
      'the run',
    ),
    ...(unwritten ? [unwritten] : []),
  ]);
  return { status: errors.length === 0, results, summary: summarise(results), usage, errors, warnings };
}

/** Opens the journal of a run, and compares it with the current payloads before any call. */
function openJournal(
  out: string,
  payloads: readonly EvaluatorPayload[],
  asked: readonly Asked[],
  { resume = false }: EvaluatorRunOptions,
): RunJournal | Problem {
  const sets = asked.map(({ set, index }) => [set, index]);
  return openRunJournal(out, {
    asked: sha256(canonicalJson({ payloads, sets })),
    resume,
    hasResults: existsSync(out),
  });
}

/** The samples of a journal, by the index among `open`, the examples that are asked about. */
function samplesIn(journal: RunJournal, open: readonly number[]): StoredSamples {
  const indexOf = (at: number) => open[at] as number;
  return {
    sampleOf: (at, sample) => journal.sampleOf(indexOf(at), sample),
    addSample: (at, sample, answer) => journal.addSample(indexOf(at), sample, answer),
  };
}

function inputsOf({ inputs = [], sets, cache, evaluator }: EvaluatorRunOptions): RunInput[] {
  return [
    ...inputs,
    ...(sets ? [sets.train, ...(sets.validation === null ? [] : [sets.validation])] : []),
    ...(cache === undefined ? [] : [{ folder: cache }]),
    ...filesOfEvaluator(evaluator),
  ];
}

async function readSets(sets: ExampleFiles | null): Promise<{ asked: Asked[]; problems: Problem[] }> {
  if (sets === null) return { asked: [{ set: 'single', index: 0, example: null }], problems: [] };
  const train = await readDataset(sets.train);
  const validation =
    sets.validation === null ? { records: [], problems: [] } : await readDataset(sets.validation);
  const examplesOf = (set: Asked['set'], records: readonly DatasetRecord[]) =>
    records.map((example, index): Asked => ({ set, index, example }));
  return {
    asked: [...examplesOf('train', train.records), ...examplesOf('validation', validation.records)],
    problems: [...train.problems, ...validation.problems],
  };
}

function callOptions(
  { concurrency, retries, throttleMs, onProgress }: EvaluatorRunOptions,
  cache: EvaluationCache | null,
) {
  return {
    ...(concurrency !== undefined && { concurrency }),
    ...(retries !== undefined && { retries }),
    ...(throttleMs !== undefined && { throttleMs }),
    ...(cache && { cache }),
    ...(onProgress && { onProgress }),
  };
}

function toEntry({ set, index }: Asked, outcome: DatedOutcome | undefined): EvaluatorRunEntry {
  if (!outcome) throw new Error(`no outcome was told for ${set} ${index}`);
  if ('evaluation' in outcome) return { set, index, ...outcome.evaluation };
  return { set, index, score: null, sideInfo: {}, error: outcome.problem };
}

/** One warning for all of a judge's numbers that were clamped (seed 004). */
function findClamped(results: readonly EvaluatorRunEntry[], evaluator: string): Problem[] {
  const clamped = results.flatMap(({ sideInfo }) => {
    const [first] = (sideInfo.clamped as readonly ClampedNumber[] | undefined) ?? [];
    return first ?? [];
  });
  const [first] = clamped;
  if (!first) return [];
  const calls = clamped.length === 1 ? 'one call' : `${clamped.length} calls`;
  return [problem('EVL-039', undefined, { evaluator, calls, found: first.answered, taken: first.taken })];
}

/** The entry with its error as text, readable without the table of codes. */
function withWords({ error, ...entry }: EvaluatorRunEntry): unknown {
  return error ? { ...entry, error: { code: error.code, ...describeProblem(error) } } : entry;
}

function failAtOnce(errors: readonly Problem[], warnings: readonly Problem[]): EvaluatorRunResult {
  return { status: false, results: [], summary: summarise([]), usage: { calls: 0 }, errors, warnings };
}
