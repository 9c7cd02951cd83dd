import { isUtf8 } from 'node:buffer';
import { fatal, MAX_PAYLOAD_BYTES } from '@flowmcp/grading-core/commands';
import {
  type EvaluatorRunResult,
  runEvaluator,
} from '@flowmcp/grading-core/features/evaluate/dataset-run/evaluator-run';
import { checkEvaluator } from '@flowmcp/grading-core/features/evaluate/evaluator-check';
import { describeUsage } from '../asking/describe-usage.js';
import type { AskingFlags, EvaluatorFlags, QueueFlags } from '../asking/evaluator-options.js';
import { askingOptions, requireEvaluatorSpec } from '../asking/evaluator-spec.js';
import { openQueueSession } from '../asking/queue-session.js';
import { counted } from '../terminal/layout.js';
import { printProblems, printResult, printTalk } from '../terminal/output.js';
import { withProgress } from '../terminal/progress.js';
import { readBytes, shownName } from '../terminal/read-bytes.js';
import { runAction } from '../terminal/run-action.js';

export interface EvaluatorCheckFlags extends EvaluatorFlags {
  readonly dataset?: string;
  readonly json?: boolean;
}

/** `flowmcp evaluator check`. */
export function checkTheEvaluator(flags: EvaluatorCheckFlags) {
  return runAction({
    json: flags.json,
    run: async () => {
      const evaluator = await requireEvaluatorSpec(flags, 'evaluator check');
      return checkEvaluator({ evaluator, dataset: flags.dataset ?? null });
    },
    show: ({ results }) => {
      for (const { name, model } of results) {
        printResult(
          `${name}${model === null ? '' : ` (${model})`} can be used: it answered a trial call with a score`,
        );
      }
    },
  });
}

export interface EvaluatorRunFlags extends EvaluatorCheckFlags, AskingFlags, QueueFlags {
  readonly candidate: string;
  readonly valset?: string;
  readonly limit?: number;
  readonly repeats?: number;
  readonly minMean?: number;
  readonly baseline?: string;
  readonly out?: string;
  readonly resume?: boolean;
}

/** `flowmcp evaluator run`. */
export function runTheEvaluator(flags: EvaluatorRunFlags) {
  const session = openQueueSession(flags, 'evaluator run');
  const running = runAction({
    json: flags.json,
    run: async () => {
      const evaluator = await requireEvaluatorSpec(flags, 'evaluator run');
      const candidate = await readCandidate(flags.candidate);
      const { dataset, valset, limit, repeats, minMean, baseline, out, resume } = flags;
      const inputs = [flags.candidate, ...(flags.intakeFile === undefined ? [] : [flags.intakeFile])];
      const sets = dataset === undefined ? null : { train: dataset, validation: valset ?? null };
      const asking = askingOptions(flags, 'evaluator run');
      const queued = await session.read();
      return withProgress((show) =>
        runEvaluator({
          ...{ evaluator, candidate, sets, limit, repeats, minMean, baseline },
          ...{ out, resume, inputs, ...asking, ...queued },
          onProgress: ({ done, total, failed }) =>
            show(done, total, failed > 0 ? `example, ${failed} failed` : 'example'),
        }),
      );
    },
    show: ({ results, summary, comparison = {}, usage, errors, warnings }) => {
      printProblems(warnings);
      if (results.length === 0) return;
      const isKept = flags.out !== undefined && !errors.some(({ code }) => code === 'DST-011');
      if (!isKept) printResult(describeResults(results));
      printResult(describeSummary(results, summary));
      for (const [set, one] of Object.entries(comparison)) printResult(describeComparison(set, one));
      if (usage.tokens) printTalk(describeUsage(usage));
    },
  });
  return session.end(running);
}

async function readCandidate(file: string): Promise<string> {
  const bytes = await readBytes(file, MAX_PAYLOAD_BYTES);
  const refuse = (reason: string) => fatal('CLI-003', undefined, { file: shownName(file), reason });
  if (bytes === null) throw refuse(`more than ${MAX_PAYLOAD_BYTES} bytes`);
  if (!isUtf8(bytes)) throw refuse('its bytes are not UTF-8');
  return bytes.toString('utf8');
}

type Results = EvaluatorRunResult['results'];

/** Number of decimals to which a score is rounded for display. */
const DIGITS = 4;

/** One line per example: its score, or with repeats their mean and how far they lie apart. */
function describeResults(results: Results): string {
  const width = String(Math.max(...results.map(({ index }) => index))).length;
  return results
    .map(({ set, index, score, error, spread }) => {
      const said = score === null ? `failed (${error?.code})` : formatScore(score) + describeSpread(spread);
      return `${set.padEnd('validation'.length)}  ${String(index).padStart(width)}  ${said}`;
    })
    .join('\n');
}

/** The number of calls and a summary of their scores. */
function describeSummary(results: Results, summary: EvaluatorRunResult['summary']): string {
  const { train, validation, spread = {}, min, max, failed } = summary;
  const calls = results.reduce((sum, { repeats }) => sum + (repeats?.length ?? 1), 0);
  const figures = [
    ...named('train mean', train, spread.train),
    ...named('validation mean', validation, spread.validation),
    ...named('min', min),
    ...named('max', max),
    `${failed} failed`,
  ];
  return `${counted(calls, 'call')}: ${figures.join(', ')}`;
}

function describeComparison(set: string, { difference, p, examples }: Comparison): string {
  const sign = difference > 0 ? '+' : '';
  return `${set} against the baseline: ${sign}${formatScore(difference)} (p = ${p}, ${counted(examples, 'example')})`;
}

type Comparison = NonNullable<NonNullable<EvaluatorRunResult['comparison']>['train']>;
type Spread = NonNullable<Results[number]['spread']>;

/** An empty text without repeats. */
function describeSpread(spread: Spread | undefined): string {
  if (spread?.deviation == null) return '';
  const [min, max, deviation] = [spread.min, spread.max, spread.deviation].map((one) =>
    formatScore(one ?? 0),
  );
  return ` (${min} to ${max}, deviation ${deviation})`;
}

function named(name: string, value: number | null | undefined, spread?: Spread): string[] {
  if (value === undefined) return [];
  return [`${name} ${value === null ? 'none' : formatScore(value) + describeSpread(spread)}`];
}

function formatScore(score: number): string {
  return String(Number(score.toFixed(DIGITS)));
}
