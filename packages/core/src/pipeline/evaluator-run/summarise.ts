import type { Problem } from '../../model/problem.js';

/** One call, and what came of it. */
export interface EvaluatorRunEntry {
  /** `single`: without an example. */
  readonly set: 'single' | 'train' | 'validation';
  /** Place in its set, from 0. */
  readonly index: number;
  /** null: there is no answer, see `error`. */
  readonly score: number | null;
  readonly sideInfo: Readonly<Record<string, unknown>>;
  readonly error?: Problem;
}

/** Means are over what was scored; null where nothing was. Absent: there is no such set. */
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

/** Sums of many binary fractions end in digits that no score has: beyond these places nothing is said. */
const MEAN_DIGITS = 12;

function mean(scores: readonly number[]): number | null {
  if (scores.length === 0) return null;
  const sum = scores.reduce((total, score) => total + score, 0);
  // Scores without bounds: their sum may be more than a number holds, their mean never is.
  const exact = Number.isFinite(sum)
    ? sum / scores.length
    : scores.reduce((total, score) => total + score / scores.length, 0);
  return Number(exact.toPrecision(MEAN_DIGITS));
}
