import type { EvaluatorRunResult } from '@flowmcp/grading-core/features/evaluate/dataset-run/evaluator-run';
import { counted } from '../terminal/count.js';

type Results = EvaluatorRunResult['results'];

/** Digits shown of a score. */
const DIGITS = 4;

/** One line per call: the example and its score. */
export function describeResults(results: Results): string {
  const width = String(Math.max(...results.map(({ index }) => index))).length;
  return results
    .map(({ set, index, score, error }) => {
      const said = score === null ? `failed (${error?.code})` : formatScore(score);
      return `${set.padEnd('validation'.length)}  ${String(index).padStart(width)}  ${said}`;
    })
    .join('\n');
}

/** The last line: the number of calls and a summary of their scores. */
export function describeSummary(calls: number, summary: EvaluatorRunResult['summary']): string {
  const { train, validation, min, max, failed } = summary;
  const figures = [
    ...named('train mean', train),
    ...named('validation mean', validation),
    ...named('min', min),
    ...named('max', max),
    `${failed} failed`,
  ];
  return `${counted(calls, 'call')}: ${figures.join(', ')}`;
}

function named(name: string, value: number | null | undefined): string[] {
  if (value === undefined) return [];
  return [`${name} ${value === null ? 'none' : formatScore(value)}`];
}

function formatScore(score: number): string {
  return String(Number(score.toFixed(DIGITS)));
}
